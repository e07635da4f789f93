package org.shuffledcheckin.aggregator.run;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.shuffledcheckin.aggregator.store.RunTotals;
import org.shuffledcheckin.aggregator.store.StoredEvaluation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The feed of a run: remembers its newest status and tells listeners. Safe for several threads. */
public final class RunEvents {
  private static final Logger LOG = LoggerFactory.getLogger(RunEvents.class);

  private final List<RunListener> listeners = new CopyOnWriteArrayList<>();
  private RunStatus status;

  /** Begins with the status at start. */
  public RunEvents(RunStatus status) {
    this.status = status;
  }

  /** Adds a listener, and tells it the status at once; close what is returned to remove it. */
  public Subscription subscribe(RunListener listener) {
    listeners.add(listener);
    tell(listener, hears -> hears.stateChanged(status()));
    return () -> listeners.remove(listener);
  }

  /** Ends when closed. */
  public interface Subscription extends AutoCloseable {
    @Override
    void close();
  }

  /** The newest status. */
  public synchronized RunStatus status() {
    return status;
  }

  /** Notes the run's numbers; listeners hear of them with the next event. */
  public synchronized void refresh(RunTotals totals, BudgetView budget) {
    status = status.with(totals, budget);
  }

  /** Notes what the run does now; says nothing if that is no news. */
  public void enter(RunState state, String detail) {
    RunStatus next;
    synchronized (this) {
      if (status.state() == state && status.detail().equals(detail)) {
        return;
      }
      status = status.in(state, detail);
      next = status;
    }
    boolean stuck = state == RunState.STALLED || state == RunState.REFUSED;
    LOG.atLevel(stuck ? Level.WARN : Level.INFO).addKeyValue("state", state).log(detail);
    tellAll(listener -> listener.stateChanged(next));
  }

  /** Tells that a round is open. */
  public void opened(long number) {
    RunStatus now = status();
    tellAll(listener -> listener.roundOpened(number, now));
  }

  /** Tells that a round has ended. */
  public void ended(RoundView round, RoundTimes times) {
    tellAll(listener -> listener.roundEnded(round, times));
  }

  /** Tells that a model was measured. */
  public void evaluated(StoredEvaluation evaluation) {
    synchronized (this) {
      status = status.with(evaluation.accuracy());
    }
    LOG.atInfo()
        .addKeyValue("round", evaluation.round())
        .addKeyValue("accuracy", evaluation.accuracy())
        .addKeyValue("loss", evaluation.loss())
        .log("model measured");
    tellAll(listener -> listener.evaluated(evaluation));
  }

  private void tellAll(Consumer<RunListener> news) {
    listeners.forEach(listener -> tell(listener, news));
  }

  // A display that fails must not stop training.
  private static void tell(RunListener listener, Consumer<RunListener> news) {
    try {
      news.accept(listener);
    } catch (RuntimeException e) {
      LOG.atWarn().setCause(e).log("a listener of the run failed");
    }
  }
}
