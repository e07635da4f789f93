package org.shuffledcheckin.aggregator.run;

import org.shuffledcheckin.aggregator.store.StoredEvaluation;

/**
 * Hears what happens in a run, in order, on the threads that make it happen: return quickly. What a
 * listener throws is logged and harms neither the run nor other listeners.
 */
public interface RunListener {
  /** The run does something else now. */
  default void stateChanged(RunStatus status) {}

  /** A round is charged and open. */
  default void roundOpened(long number, RunStatus status) {}

  /**
   * A round is committed or discarded.
   *
   * @param round with its outcome
   * @param times where its time went
   */
  default void roundEnded(RoundView round, RoundTimes times) {}

  /** A model was measured; comes some time after its round ended. */
  default void evaluated(StoredEvaluation evaluation) {}
}
