package org.shuffledcheckin.accountant.sound;

import org.shuffledcheckin.accountant.numeric.Upward;

/**
 * What has to be added to delta because the true run is only close to the run whose losses are
 * known. All sums and products are rounded up.
 *
 * @param differs bounds the probability, over all rounds, that the true run differs from the known
 *     one. On either data set the two can be coupled, so delta(epsilon) grows by at most (1 +
 *     e^epsilon) times that: once for leaving the true run, once, weighted, for coming back
 * @param exchanged the same for reports that are not what the analysis takes them for
 * @param spilled what the exchanged reports cost at most when every round pays for its own, see
 *     {@link #exchanging}
 */
record DeltaSlack(double differs, double exchanged, double spilled) {
  /** The true run is the known one. */
  static final DeltaSlack NONE = new DeltaSlack(0, 0, 0);

  /** What to add at epsilon; it never falls as epsilon grows. */
  double at(double epsilon) {
    double weight = Upward.plus(1, Upward.exp(epsilon));
    double run = Upward.times(exchanged, weight);
    return Upward.plus(Upward.times(differs, weight), Math.min(run, spilled));
  }

  /** What to add at epsilon if nothing is known of single rounds. */
  double ofWholeRun(double epsilon) {
    return Upward.times(coupled(), Upward.plus(1, Upward.exp(epsilon)));
  }

  /** The probability, over all rounds, that the true run is not the known one for any reason. */
  double coupled() {
    return Upward.plus(differs, exchanged);
  }

  boolean isNone() {
    return differs == 0 && exchanged == 0;
  }

  /** The slack of this and of more rounds. */
  DeltaSlack plus(DeltaSlack other) {
    double both = Upward.times(spilled, other.spilled);
    return new DeltaSlack(
        Upward.plus(differs, other.differs),
        Upward.plus(exchanged, other.exchanged),
        Upward.plus(Upward.plus(spilled, other.spilled), both));
  }

  /** The slack of so many rounds that differ with a probability each. */
  static DeltaSlack differing(double perRound, long times) {
    return new DeltaSlack(Upward.multiple(times, perRound), 0, 0);
  }

  /**
   * The slack of so many rounds, in each of which reports are exchanged with a probability and
   * which have at most this hockey stick more than the known round at every order: as if every
   * round, with that mass, told everything. Masses multiply, hence (1 + extra)^times - 1.
   */
  static DeltaSlack exchanging(double perRound, double extra, long times) {
    return new DeltaSlack(0, Upward.multiple(times, perRound), Upward.growth(extra, times));
  }
}
