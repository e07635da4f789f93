package org.shuffledcheckin.aggregator.run;

/** What a run is doing. */
public enum RunState {
  /** Rounds are opened one after the other. */
  TRAINING(false),
  /** An operator, or too many discarded rounds in a row, stopped it between two rounds. */
  PAUSED(false),
  /** Shuffler or database do not answer, or too few clients are enrolled; it goes on by itself. */
  STALLED(false),
  /** The next round would pass the limit. */
  BUDGET_SPENT(true),
  /** All rounds of the plan are done, or an operator ended it. */
  FINISHED(true),
  /** The ledger cannot be trusted, or another aggregator took over; a person has to look. */
  REFUSED(true);

  private final boolean end;

  RunState(boolean end) {
    this.end = end;
  }

  /** Whether nothing more happens in this process. */
  public boolean isEnd() {
    return end;
  }
}
