package org.shuffledcheckin.aggregator.round;

import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.aggregator.run.RunEvents;
import org.shuffledcheckin.aggregator.store.RunStore;
import org.shuffledcheckin.aggregator.store.StoreTakenOver;
import org.shuffledcheckin.aggregator.store.StoreUnavailable;
import org.shuffledcheckin.aggregator.store.StoredEvaluation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures models beside the rounds, so that no round waits for it, unless measuring is slower than
 * training: then at most {@value #PENDING} models wait. An evaluation that a crash cut off is lost;
 * the model is not.
 */
public final class Evaluations {
  private static final Logger LOG = LoggerFactory.getLogger(Evaluations.class);
  private static final int PENDING = 2;

  private final Optional<TestSetEvaluator> evaluator;
  private final long every;
  private final long lastRound;
  private final RunStore store;
  private final RunEvents events;
  private final Executor executor;
  private final Semaphore room = new Semaphore(PENDING);

  /**
   * Prepares.
   *
   * @param evaluator nothing where there is no test set
   * @param every so many rounds, and after the last
   * @param executor that runs tasks one by one
   */
  public Evaluations(
      Optional<TestSetEvaluator> evaluator,
      long every,
      long lastRound,
      RunStore store,
      RunEvents events,
      Executor executor) {
    Arguments.requireAtLeast("rounds between evaluations", every, 1);
    this.evaluator = evaluator;
    this.every = every;
    this.lastRound = lastRound;
    this.store = store;
    this.events = events;
    this.executor = executor;
  }

  /** Takes note of a new model and measures it if its turn has come. */
  void committed(long round, float[] parameters) throws InterruptedException {
    if (evaluator.isPresent() && (round % every == 0 || round == lastRound)) {
      room.acquire();
      executor.execute(() -> measure(round, parameters));
    }
  }

  /** Waits until everything begun is measured. */
  void finish() throws InterruptedException {
    room.acquire(PENDING);
    room.release(PENDING);
  }

  // What cannot be measured or kept is named; training goes on without it.
  private void measure(long round, float[] parameters) {
    try {
      StoredEvaluation evaluation = evaluator.orElseThrow().measure(round, parameters);
      store.evaluated(evaluation);
      events.evaluated(evaluation);
    } catch (StoreUnavailable | StoreTakenOver e) {
      LOG.atWarn().addKeyValue("round", round).log("an evaluation could not be kept");
    } catch (RuntimeException e) {
      LOG.atError().addKeyValue("round", round).setCause(e).log("an evaluation failed");
    } finally {
      room.release();
    }
  }
}
