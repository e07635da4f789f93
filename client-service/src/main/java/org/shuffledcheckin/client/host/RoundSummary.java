package org.shuffledcheckin.client.host;

import java.time.Duration;
import java.util.Map;
import org.shuffledcheckin.client.exchange.DeliveryOutcome;
import org.shuffledcheckin.client.exchange.PledgeOutcome;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * What a host did in one round, in counts. It tells of draws, so it is for the process's own ears.
 *
 * @param round the round
 * @param participants clients that drew
 * @param reports reports that they drew
 * @param pledges how many pledges ended how
 * @param deliveries how many deliveries ended how
 * @param took from the announcement's arrival to the end of the last delivery
 */
public record RoundSummary(
    RoundId round,
    long participants,
    long reports,
    Map<PledgeOutcome, Long> pledges,
    Map<DeliveryOutcome, Long> deliveries,
    Duration took) {
  /** Copies the counts. */
  public RoundSummary {
    pledges = Map.copyOf(pledges);
    deliveries = Map.copyOf(deliveries);
  }

  /** How many pledges ended so. */
  public long pledges(PledgeOutcome outcome) {
    return pledges.getOrDefault(outcome, 0L);
  }

  /** How many deliveries ended so. */
  public long deliveries(DeliveryOutcome outcome) {
    return deliveries.getOrDefault(outcome, 0L);
  }
}
