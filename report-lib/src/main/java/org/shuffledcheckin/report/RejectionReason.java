package org.shuffledcheckin.report;

import java.util.Locale;

/** Why a report is refused; {@link #label} serves as the metric's tag. */
public enum RejectionReason {
  /** The report is shorter or longer than every report of this round. */
  WRONG_LENGTH,
  /** The header names a version that this code does not know. */
  UNKNOWN_VERSION,
  /** The header names another kind than the round's. */
  WRONG_KIND,
  /** The header names another dimension than the round's. */
  WRONG_DIMENSION,
  /** A field that has one legal form has another. */
  NON_CANONICAL,
  /** A value lies where no honest client's saturation lets it lie. */
  OUT_OF_RANGE,
  /** The vector is longer than honest noise can make it. */
  OVER_NORM;

  /** The reason in lower case, for metrics and logs. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
