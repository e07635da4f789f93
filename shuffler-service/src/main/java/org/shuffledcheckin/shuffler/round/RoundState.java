package org.shuffledcheckin.shuffler.round;

/** Where an unfinished round stands. A finished one is forgotten but for its number. */
public enum RoundState {
  /** Takes pledges and deliveries until its time is over. */
  OPEN(0),
  /** Closed; the batch may be received. */
  RELEASED(1),
  /** Closed and discarded: fewer clients pledged than the accountant counts on. */
  TOO_FEW_PLEDGES(2),
  /** Closed and discarded: fewer reports than the minimum. */
  BATCH_TOO_SMALL(3),
  /** Closed and discarded: finished while open, or its model or spool was lost. */
  ABANDONED(4),
  /** Closed and discarded: more pledged reports are missing than was accounted for. */
  REPORTS_MISSING(5),
  /** Closed and discarded: more reports than the maximum. */
  BATCH_TOO_LARGE(6),
  /** Closed and discarded: of reports that are only added up, too few would have been. */
  TOO_MANY_STRUCK(7);

  private final byte code;

  RoundState(int code) {
    this.code = (byte) code;
  }

  /** Whether its reports are kept. */
  boolean keepsReports() {
    return this == OPEN || this == RELEASED;
  }

  /** What stands for it in the store. */
  byte code() {
    return code;
  }

  static RoundState of(byte code) {
    for (RoundState state : values()) {
      if (state.code == code) {
        return state;
      }
    }
    throw new IllegalStateException("stored round has unknown state " + code);
  }
}
