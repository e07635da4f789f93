package org.shuffledcheckin.cli.control.rpc;

import java.util.Locale;

/**
 * Where a run stands.
 *
 * @param run its id, in hexadecimal
 * @param state what it does
 * @param detail the aggregator's own sentence
 * @param committed rounds that are in the model
 * @param discarded rounds that were paid for in vain
 */
public record RunStanding(String run, State state, String detail, long committed, long discarded) {
  /** What a run does. */
  public enum State {
    /** Rounds are opened one after the other. */
    TRAINING,
    /** It waits for an operator. */
    PAUSED,
    /** It cannot go on now; the detail says why. */
    STALLED,
    /** The next round would pass the budget's limit. */
    BUDGET_SPENT,
    /** The plan is done, or an operator ended it. */
    FINISHED,
    /** Its ledger cannot be trusted; the detail says why. */
    REFUSED,
    /** Not known: the aggregator took an order and answers no more. */
    GONE
  }

  /** Whether no order can change anything any more. */
  public boolean isEnded() {
    return state == State.BUDGET_SPENT || state == State.FINISHED || state == State.REFUSED;
  }

  /** The same run, whose aggregator answers no more. */
  public RunStanding gone() {
    return new RunStanding(run, State.GONE, "", committed, discarded);
  }

  /** In half a sentence. */
  public String words() {
    long count = committed + discarded;
    String rounds = String.format(Locale.ROOT, "%,d %s", count, count == 1 ? "round" : "rounds");
    return switch (state) {
      case TRAINING -> "the run is training, " + rounds + " done";
      case PAUSED -> "the run is paused after " + rounds;
      case STALLED -> "the run is stalled after " + rounds + why();
      case BUDGET_SPENT, FINISHED, REFUSED -> "the run has ended after " + rounds + why();
      case GONE -> "the aggregator took the order and answers no more";
    };
  }

  private String why() {
    return detail.isBlank() ? "" : " (" + detail.replaceFirst("[.]$", "") + ")";
  }
}
