package org.shuffledcheckin.shuffler.round;

/** Where an unfinished round stands. A finished one is forgotten but for its number. */
public enum RoundState {
  /** Takes answers until its time is over. */
  OPEN(0),
  /** Closed; the batch may be received. */
  RELEASED(1),
  /** Closed and discarded: fewer clients answered than the accountant counted on. */
  TOO_FEW_ANSWERS(2),
  /** Closed and discarded: fewer reports than the minimum. */
  BATCH_TOO_SMALL(3),
  /** Closed and discarded: finished while open, or its model or spool was lost. */
  ABANDONED(4);

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
