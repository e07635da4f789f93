package org.shuffledcheckin.client.host;

import java.io.IOException;
import java.util.BitSet;
import java.util.Optional;
import org.shuffledcheckin.client.coin.RoundDraw;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.exchange.PledgeSender;
import org.shuffledcheckin.client.exchange.RoundTime;
import org.shuffledcheckin.client.journal.RecordedRound;
import org.shuffledcheckin.client.policy.RefusalReason;
import org.shuffledcheckin.client.policy.RunMemory;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * Takes one round after another from its announcement to its pledges; what comes after them is the
 * {@link RoundWork} of threads that nobody waits for.
 *
 * <p>The order is the promise: draws and charges are durable before anything is said that depends
 * on them, and every participant pledges, whatever it drew, before anything is asked for or
 * computed. One thread at a time.
 */
final class RoundHandler {
  private final HostContext host;
  private final RoundWorkers workers;
  private final RoundGate gate;
  private final RoundDraw draw;
  private Optional<RoundWork> latest = Optional.empty();

  RoundHandler(HostContext host, RoundWorkers workers) {
    this.host = host;
    this.workers = workers;
    this.gate = new RoundGate(host);
    HostSettings.Drawing drawing = host.settings().drawing();
    this.draw = new RoundDraw(drawing.sitOut(), drawing.dropoutRate());
  }

  /** Does what there is to do at once for an announced round, and starts the rest. */
  void handle(OpenedRound opened, RoundTime time) throws InterruptedException {
    RoundGate.Verdict verdict = gate.judge(opened, time);
    if (verdict instanceof RoundGate.Refused refused) {
      host.listener().refused(opened.id(), refused.reason(), host.settings().clients());
    } else if (verdict instanceof RoundGate.Repeated repeated) {
      resume(opened, repeated.recorded(), time);
    } else if (verdict instanceof RoundGate.Accepted accepted) {
      take(opened, accepted, time);
    }
  }

  private void take(OpenedRound opened, RoundGate.Accepted accepted, RoundTime time)
      throws InterruptedException {
    RoundId id = opened.id();
    int spent = host.settings().clients() - accepted.candidates().cardinality();
    if (spent > 0) {
      host.listener().refused(id, RefusalReason.LIFETIME_BUDGET_SPENT, spent);
    }
    RoundDraw.Drawn drawn =
        draw.draw(
            id, accepted.coin(), accepted.candidates(), host.settings().drawing().randomness());
    RecordedRound round =
        RecordedRound.drawn(
            new RunMemory(id, opened.announcement().digest(), opened.round().ledger()),
            accepted.charge(),
            drawn.participants(),
            drawn.draws());
    try {
      host.journal().recordDraws(round, host.settings().rules().clock().instant());
    } catch (IOException e) {
      host.listener().refused(id, RefusalReason.JOURNAL_UNAVAILABLE, host.settings().clients());
      return;
    }
    host.listener().drawn(id, drawn.participants().cardinality(), drawn.draws().total());
    host.listener().charged(host.journal().ledgers().typical());
    begin(RoundWork.ofFreshDraws(host, opened.announcement(), round, drawn.dropped()), time);
  }

  /** The same round was announced again: says again what was said, and draws nothing. */
  private void resume(OpenedRound opened, RecordedRound round, RoundTime time)
      throws InterruptedException {
    if (round.finished()) {
      return;
    }
    Optional<RoundWork> known = latest.filter(work -> work.id().equals(round.id()));
    if (known.isEmpty()) {
      begin(RoundWork.ofReplayedDraws(host, opened.announcement(), round, new BitSet()), time);
    } else if (!known.get().isRunning()) {
      begin(known.get(), time);
    }
  }

  private void begin(RoundWork work, RoundTime time) throws InterruptedException {
    latest = Optional.of(work);
    PledgeSender pledges = work.pledge(time);
    if (!workers.start(pool -> work.run(pool, pledges, time))) {
      work.giveUp();
    }
  }
}
