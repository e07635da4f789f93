package org.shuffledcheckin.aggregator.round;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.shuffledcheckin.aggregator.budget.BudgetDecision;
import org.shuffledcheckin.aggregator.ledger.LedgerRefusal;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.aggregator.store.RunCommand;
import org.shuffledcheckin.aggregator.store.StoreTakenOver;
import org.shuffledcheckin.aggregator.store.StoreUnavailable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs rounds until the plan is done, the budget is spent or an operator ends it. Guarantees, over
 * any number of crashes and restarts: every announced round was charged first, no charge is ever
 * taken back, and every released batch is committed exactly once or its round is discarded. Where
 * shuffler or store fail it stalls and goes on by itself.
 */
public final class RoundCoordinator {
  private static final Logger LOG = LoggerFactory.getLogger(RoundCoordinator.class);

  private final RunParts parts;
  private final Backoff backoff;
  private final Pause pause;
  private final Forecast forecast;
  private RunCommand command;
  private volatile boolean stopping;

  /**
   * Prepares; {@link #run} does the work.
   *
   * @param firstWait after a first failure
   * @param longestWait after many
   */
  public RoundCoordinator(
      RunParts parts,
      Duration firstWait,
      Duration longestWait,
      RandomGenerator jitter,
      Pause pause) {
    this.parts = parts;
    this.backoff = new Backoff(firstWait, longestWait, jitter);
    this.pause = pause;
    this.forecast = new Forecast(parts.resources().executor());
    this.command = parts.books().store().command();
  }

  /** Works until the run ends; an interrupt leaves it as a crash would, ready to be resumed. */
  public RunEnd run() throws InterruptedException {
    while (true) {
      try {
        return train(RunSession.load(parts, forecast));
      } catch (ShufflerUnavailable | StoreUnavailable e) {
        stalled(e);
      } catch (ShufflerRefusal e) {
        switch (e.reason()) {
          case ROUND_UNKNOWN, ROUND_UNFINISHED, DELIVERIES_TOO_LARGE -> stalled(e);
          case SIGNATURE_INVALID -> stalled(unbelieved(e));
          case LEDGER_ROLLED_BACK, ROUND_CONFLICT, VERDICT_GIVEN -> {
            return end(RunState.REFUSED, "The shuffler refuses: " + e.getMessage()).orElseThrow();
          }
        }
      } catch (LedgerRefusal | StoreTakenOver e) {
        return end(RunState.REFUSED, e.getMessage()).orElseThrow();
      }
    }
  }

  /**
   * Keeps what an operator asks for; it takes effect between two rounds. An end is for good.
   *
   * @return false if the run was ended before, so that nothing else can be asked for
   */
  public synchronized boolean control(RunCommand asked) {
    if (command == RunCommand.END && asked != RunCommand.END) {
      return false;
    }
    parts.books().store().command(asked);
    command = asked;
    notifyAll();
    return true;
  }

  /** Lets failures that follow count as consequences of stopping; interrupt the thread next. */
  public void stop() {
    stopping = true;
  }

  private RunEnd train(RunSession session) throws InterruptedException {
    Optional<RunEnd> end = session.isSettled() ? ending(session) : Optional.empty();
    if (end.isEmpty()) {
      session.connect();
      session.drive();
      end = ending(session);
    }
    while (end.isEmpty()) {
      parts.events().enter(RunState.TRAINING, "Training.");
      session.charge((BudgetDecision.Granted) session.ask());
      session.drive();
      backoff.reset();
      pauseIfInVain(session);
      end = ending(session);
    }
    return end.get();
  }

  /** How the run ends here, if it does; waits while it is paused. */
  private Optional<RunEnd> ending(RunSession session) throws InterruptedException {
    if (awaitPermission() == RunCommand.END) {
      return end(session, RunState.FINISHED, "An operator ended the run.");
    }
    if (session.charged() >= parts.job().plan().rounds().count()) {
      return end(
          session, RunState.FINISHED, "All %d rounds are done.".formatted(session.charged()));
    }
    BudgetDecision decision = session.ask();
    return decision instanceof BudgetDecision.Granted
        ? Optional.empty()
        : end(session, RunState.BUDGET_SPENT, spent(session, decision));
  }

  private String spent(RunSession session, BudgetDecision decision) {
    return "The privacy budget is spent after %d rounds: one more would cost epsilon %s of at most %s."
        .formatted(
            session.charged(),
            sixDigitsUp(decision.after().epsilon()),
            parts.job().plan().budget().epsilon());
  }

  /** An upper bound is shown as no less than it is. */
  private static String sixDigitsUp(double epsilon) {
    return Double.isInfinite(epsilon)
        ? "infinite"
        : new BigDecimal(epsilon).round(new MathContext(6, RoundingMode.CEILING)).toPlainString();
  }

  /** Every discarded round is paid for; a fleet that is gone must not eat the budget. */
  private void pauseIfInVain(RunSession session) {
    if (session.discardsInARow() >= parts.job().plan().rounds().pauseAfterDiscards()) {
      LOG.atWarn().log("pausing after {} discarded rounds in a row", session.discardsInARow());
      control(RunCommand.PAUSE);
    }
  }

  private synchronized RunCommand awaitPermission() throws InterruptedException {
    while (command == RunCommand.PAUSE) {
      parts.events().enter(RunState.PAUSED, "Paused between two rounds; an operator can resume.");
      wait();
    }
    return command;
  }

  private static ShufflerUnavailable unbelieved(ShufflerRefusal refusal) {
    return new ShufflerUnavailable(
        "The shuffler holds no key that verifies the round's signature; its operator needs the bundle of this aggregator's signing key, then the round goes on.",
        refusal);
  }

  private void stalled(RuntimeException why) throws InterruptedException {
    // A store or link that was interrupted fails with its own words, which nobody should read.
    if (stopping || Thread.interrupted()) {
      throw new InterruptedException("the aggregator is stopping");
    }
    LOG.atDebug().setCause(why).log("stalled");
    parts.events().enter(RunState.STALLED, why.getMessage());
    pause.sleep(backoff.next());
  }

  private Optional<RunEnd> end(RunSession session, RunState state, String detail)
      throws InterruptedException {
    session.finish();
    return end(state, detail);
  }

  private Optional<RunEnd> end(RunState state, String detail) throws InterruptedException {
    parts.evaluations().finish();
    parts.events().enter(state, detail);
    return Optional.of(new RunEnd(state, detail));
  }
}
