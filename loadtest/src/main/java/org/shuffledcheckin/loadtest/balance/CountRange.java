package org.shuffledcheckin.loadtest.balance;

/**
 * How many reports must, and how many may, have met a fate. They differ by the reports whose
 * acknowledgement nobody received, because a call failed or the round ended first.
 *
 * @param least acknowledged
 * @param most acknowledged or unknown
 */
public record CountRange(long least, long most) {
  /** No reports at all. */
  public static final CountRange NONE = new CountRange(0, 0);

  /** Validates the order. */
  public CountRange {
    if (least < 0 || least > most) {
      throw new IllegalArgumentException(
          "least must be in [0, most] but are " + least + " and " + most);
    }
  }

  /** The range of the sum. */
  public CountRange plus(CountRange other) {
    return new CountRange(least + other.least, most + other.most);
  }

  /** Reports of which nobody knows. */
  public long unknown() {
    return most - least;
  }

  @Override
  public String toString() {
    return least == most ? Long.toString(least) : least + " to " + most;
  }
}
