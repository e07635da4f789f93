package org.shuffledcheckin.aggregator.store;

/** What the operator last asked of the run; it outlives a restart. */
public enum RunCommand {
  /** Train. */
  TRAIN,
  /** Finish the round at hand, then wait. */
  PAUSE,
  /** Finish the round at hand, then end for good. */
  END
}
