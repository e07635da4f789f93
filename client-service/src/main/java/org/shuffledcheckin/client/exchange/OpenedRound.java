package org.shuffledcheckin.client.exchange;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.signing.SignedRound;

/**
 * A round that the shuffler has announced. Nobody has verified its signature or its links.
 *
 * @param round the aggregator's own words, byte for byte
 * @param links the newest links of the run's ledger, up to the one that charges this round
 * @param remaining how long pledges and deliveries were still taken when it was sent
 */
public record OpenedRound(SignedRound round, List<Link> links, Duration remaining) {
  /** Validates the number of links. */
  public OpenedRound {
    Objects.requireNonNull(round, "round");
    Objects.requireNonNull(remaining, "remaining");
    links = List.copyOf(links);
    Arguments.requireBetween("announced links", links.size(), 1, WireLimits.ANNOUNCED_LINKS);
  }

  /** The round's parameters, parsed from the bytes as they came. */
  public Announcement announcement() {
    return round.announcement();
  }

  /** The round. */
  public RoundId id() {
    return announcement().terms().id();
  }
}
