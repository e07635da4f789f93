package org.shuffledcheckin.report;

import java.util.Locale;

/** Why a report of a released batch is not counted; {@link #label} is also the metric's tag. */
public enum RejectionReason {
  /** Does not open: sealed for another round or key, or changed on its way. */
  NOT_FOR_THIS_ROUND,
  /** The same sealed bytes came before. */
  DUPLICATE,
  /** Shorter or longer than every report of this round. */
  WRONG_LENGTH,
  /** Not a report of this round's kind, version and dimension, or not in its one legal form. */
  MALFORMED,
  /** Holds a value that no honest client's saturation allows; also what NaN would be. */
  OUT_OF_RANGE,
  /** Longer than honest noise can make it. */
  OVER_NORM;

  /** The reason in lower case, for metrics, logs and the store. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
