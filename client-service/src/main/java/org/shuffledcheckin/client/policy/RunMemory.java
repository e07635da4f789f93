package org.shuffledcheckin.client.policy;

import java.util.Optional;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * What a client remembers of a run: the last round it drew in and the ledger head that paid for it.
 * Guarantees that a run which shortens or rewrites its ledger, repeats a round under other
 * parameters or opens two rounds on one charge is noticed by everyone who saw the earlier state.
 *
 * @param id the last round
 * @param parameters the digest of its parameters
 * @param head the ledger head announced with it
 */
public record RunMemory(RoundId id, Digest parameters, Head head) {
  /** Whether this is the round that was remembered last, announced once more. */
  public boolean isSameRound(Announcement round) {
    return round.terms().id().equals(id) && round.digest().equals(parameters);
  }

  /** Why the announcement cannot follow what is remembered; nothing if it can. */
  public Optional<RefusalReason> check(Announcement round, Head announced) {
    if (announced.sequence() < head.sequence()) {
      return Optional.of(RefusalReason.LEDGER_ROLLED_BACK);
    }
    if (announced.sequence() == head.sequence() && !announced.equals(head)) {
      return Optional.of(RefusalReason.LEDGER_FORKED);
    }
    long number = id.number();
    long next = round.terms().id().number();
    if (next < number) {
      return Optional.of(RefusalReason.LEDGER_ROLLED_BACK);
    }
    if (next == number && !isSameRound(round)) {
      return Optional.of(RefusalReason.ROUND_CHANGED);
    }
    // A new round has a charge of its own, so its ledger is longer.
    return next > number && announced.equals(head)
        ? Optional.of(RefusalReason.LEDGER_ROLLED_BACK)
        : Optional.empty();
  }
}
