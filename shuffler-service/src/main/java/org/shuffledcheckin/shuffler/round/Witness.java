package org.shuffledcheckin.shuffler.round;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;

/**
 * What was seen of every run: a ledger may only grow, from the head that was witnessed, link by
 * link, and no round's number may come twice. In memory only; {@link RoundStorage} keeps it.
 */
final class Witness {
  private final Map<RoundId.Run, RunRecord> runs = new ConcurrentHashMap<>();
  private final int maxRuns;

  Witness(int maxRuns) {
    this.maxRuns = maxRuns;
  }

  /** Forgets everything but what is stored. */
  void reload(Map<RoundId.Run, RunRecord> stored) {
    runs.clear();
    runs.putAll(stored);
  }

  void remember(RoundId.Run run, RunRecord record) {
    runs.put(run, record);
  }

  Optional<RunRecord> find(RoundId.Run run) {
    return Optional.ofNullable(runs.get(run));
  }

  RunRecord get(RoundId.Run run) {
    return find(run).orElseGet(() -> RunRecord.unseen(run));
  }

  void requireNew(RoundId round) {
    if (round.number() <= get(round.run()).newest()) {
      throw new RefusedException(
          Refusal.ROUND_OUT_OF_ORDER, "a round of this or a higher number has been seen");
    }
  }

  void requireRoomFor(RoundId.Run run) {
    if (!runs.containsKey(run) && runs.size() >= maxRuns) {
      throw new RefusedException(Refusal.BUSY, "too many runs");
    }
  }

  /** The run with the ledger that charges a round, or a refusal if it does not. */
  RunRecord charged(OpenRequest request) {
    RunRecord run = extended(request.ledger());
    if (!run.witnessed().equals(request.round().ledger())) {
      throw rolledBack();
    }
    if (!request.ledger().newest().charges(request.announcement().digest())) {
      throw new RefusedException(
          Refusal.LEDGER_ROLLED_BACK, "the ledger's newest link charges another round");
    }
    return new RunRecord(request.id().number(), run.witnessed());
  }

  /** The run with its ledger extended, or a refusal if the links do not lead to the new head. */
  RunRecord extended(LedgerExtension ledger) {
    RunRecord run = get(ledger.run());
    LedgerChain.Head head = run.witnessed();
    for (LedgerChain.Link link : ledger.links()) {
      if (link.sequence() != head.sequence() + 1) {
        throw rolledBack();
      }
      head = LedgerChain.extend(head, link);
    }
    if (!head.hash().equals(ledger.head())) {
      throw rolledBack();
    }
    return new RunRecord(run.newest(), head);
  }

  private static RefusedException rolledBack() {
    return new RefusedException(
        Refusal.LEDGER_ROLLED_BACK, "the links do not extend the ledger head witnessed last");
  }
}
