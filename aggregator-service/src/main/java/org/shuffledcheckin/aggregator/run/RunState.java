package org.shuffledcheckin.aggregator.run;

/** What a run is doing. */
public enum RunState {
  /** Rounds are opened one after the other. */
  TRAINING,
  /** An operator, or too many discarded rounds in a row, stopped it between two rounds. */
  PAUSED,
  /** Shuffler or database do not answer, or too few clients are enrolled; it goes on by itself. */
  STALLED,
  /** The next round would pass the limit. */
  BUDGET_SPENT,
  /** All rounds of the plan are done, or an operator ended it. */
  FINISHED,
  /** The ledger cannot be trusted, or another aggregator took over; a person has to look. */
  REFUSED,
  /** As its folder shows it: an aggregator works on it, and what it does that one knows. */
  RUNNING,
  /** As its folder shows it: nothing works on it, and it can go on. */
  STOPPED;

  /** Whether no order can change anything any more. */
  public boolean hasEnded() {
    return this == BUDGET_SPENT || this == FINISHED || this == REFUSED;
  }
}
