package org.shuffledcheckin.cli.loadtest;

/**
 * How many reports must, and how many may, have met a fate. They differ by the reports whose
 * acknowledgement nobody received, because a call failed or the round ended first.
 *
 * @param least acknowledged
 * @param most acknowledged or unknown
 */
record Bounds(long least, long most) {
  static final Bounds NONE = new Bounds(0, 0);

  /** Validates the order. */
  Bounds {
    if (least < 0 || least > most) {
      throw new IllegalArgumentException(
          "least must be in [0, most] but are " + least + " and " + most);
    }
  }

  Bounds plus(Bounds other) {
    return new Bounds(least + other.least, most + other.most);
  }

  @Override
  public String toString() {
    return least == most ? Long.toString(least) : least + " to " + most;
  }
}
