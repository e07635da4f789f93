package org.shuffledcheckin.accountant.lowerbound;

import org.shuffledcheckin.accountant.numeric.CompensatedSum;

/**
 * An exponential change of measure for a sum of rounded losses: each mass is multiplied by
 * e^{θ·loss}, which moves the mean of the sum to where delta is decided.
 */
final class ExponentialTilt {
  /** Mass below the window is at most e^−50 of the tilted law. */
  static final double WINDOW_EXPONENT = 50;

  private final RoundedLoss rounded;
  private final double theta;
  private final double normaliser;
  private final double logMoment;
  private final double total;
  private final double mean;
  private final double variance;
  private final double largestDrop;
  private final long centerCell;
  private final double reachAbove;
  private double transformError;

  private ExponentialTilt(
      RoundedLoss rounded, ComposedLoss composed, double theta, double reachAbove) {
    this.rounded = rounded;
    this.theta = theta;
    this.reachAbove = reachAbove;
    boolean poisson = composed.poisson();
    double count = composed.count();
    CompensatedSum total = new CompensatedSum();
    CompensatedSum growth = new CompensatedSum();
    double first = 0;
    double second = 0;
    for (int i = 0; i < rounded.cells(); i++) {
      double loss = rounded.loss(i);
      double mass = rounded.mass(i) * Math.exp(theta * loss);
      double gain = rounded.mass(i) * Math.expm1(theta * loss);
      total.add(mass);
      // Gains and losses cancel: the moment is lowered by what either may be off by.
      growth.add(gain);
      growth.add(-Math.abs(gain) * relativeError(loss));
      first += mass * loss;
      second += mass * loss * loss;
    }
    double sum = total.value();
    this.normaliser = poisson ? 1 : sum;
    this.total = sum;
    this.logMoment = poisson ? growth.value() : count * Math.log(sum);
    double perRound = first / normaliser;
    this.mean = count * perRound;
    this.variance = poisson ? second : count * Math.max(0, second / sum - perRound * perRound);
    this.largestDrop = Math.max(0, (poisson ? 0 : perRound) - rounded.loss(0));
    this.centerCell = Math.round(mean / rounded.width());
  }

  /** Chooses θ so that the Chernoff bound at the tilted mean equals delta. */
  static ExponentialTilt forDelta(RoundedLoss rounded, ComposedLoss composed) {
    double target = Math.log(composed.delta());
    double limit = limit(rounded, composed);
    double high = Math.min(1, limit);
    while (high < limit && new ExponentialTilt(rounded, composed, high, 0).chernoff() > target) {
      high = Math.min(2 * high, limit);
    }
    if (new ExponentialTilt(rounded, composed, high, 0).chernoff() > target) {
      // The largest loss is itself likelier than delta: a moderate tilt shows it best.
      high = limit / 15;
    }
    double low = 0;
    for (int i = 0; i < 60 && high - low > 1e-3 * high; i++) {
      double middle = 0.5 * (low + high);
      if (new ExponentialTilt(rounded, composed, middle, 0).chernoff() > target) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return at(low, rounded, composed, limit);
  }

  private static ExponentialTilt at(
      double theta, RoundedLoss rounded, ComposedLoss composed, double limit) {
    ExponentialTilt tilt = new ExponentialTilt(rounded, composed, theta, 0);
    return new ExponentialTilt(rounded, composed, theta, tilt.quantileAbove(composed, limit));
  }

  /** A tilt of the same losses that is weaker by a factor. */
  ExponentialTilt weaker(double factor, ComposedLoss composed) {
    return at(theta / factor, rounded, composed, limit(rounded, composed));
  }

  /** Beyond this tilt exponentials would overflow, on this grid or on a finer one. */
  private static double limit(RoundedLoss rounded, ComposedLoss composed) {
    return 600 / Math.max(composed.largestLoss(), rounded.loss(rounded.cells() - 1));
  }

  /** The same tilt of the same losses on another grid. */
  ExponentialTilt applyTo(RoundedLoss other, ComposedLoss composed) {
    return new ExponentialTilt(other, composed, theta, reachAbove);
  }

  /** How far above its mean the tilted sum gets, by Chernoff's bound over a range of tilts. */
  private double quantileAbove(ComposedLoss composed, double limit) {
    double best = Double.POSITIVE_INFINITY;
    for (double more = limit / 2; more > limit * 1e-12; more /= 1.5) {
      if (theta + more > limit) {
        continue;
      }
      double growth = new ExponentialTilt(rounded, composed, theta + more, 0).logMoment - logMoment;
      best = Math.min(best, (growth + WINDOW_EXPONENT) / more - mean);
    }
    return Double.isInfinite(best) ? composed.count() * rounded.loss(rounded.cells() - 1) : best;
  }

  private double chernoff() {
    return logMoment - theta * mean;
  }

  RoundedLoss rounded() {
    return rounded;
  }

  /** Total rate of the tilted Poisson process. */
  double total() {
    return total;
  }

  /** The middle of the window. */
  double center() {
    return centerCell * rounded.width();
  }

  /**
   * How far below its mean the tilted sum gets, except with probability e^−50: Bernstein's
   * inequality. What wraps around from there would be taken for large losses, so this is a bound.
   */
  double reachBelow() {
    double spread = largestDrop * WINDOW_EXPONENT / 3;
    return spread
        + Math.sqrt(spread * spread + 2 * variance * WINDOW_EXPONENT)
        + 2 * rounded.width();
  }

  /** How far above its mean the window must reach; what wraps around from there only lowers. */
  double reachAbove() {
    return reachAbove + 2 * rounded.width();
  }

  /** Bounds the relative error of all tilted masses. */
  double relativeError() {
    double lowest = rounded.loss(0);
    double highest = rounded.loss(rounded.cells() - 1);
    return Math.max(relativeError(lowest), relativeError(highest));
  }

  private double relativeError(double loss) {
    return 0x1p-53 * (16 + 4 * theta * Math.abs(loss));
  }

  /** Puts the tilted masses of one round on a circle of cells. */
  void place(double[] values) {
    for (int i = 0; i < rounded.cells(); i++) {
      int cell = (int) Math.floorMod(rounded.cell(i), (long) values.length);
      values[cell] += rounded.mass(i) * Math.exp(theta * rounded.loss(i)) / normaliser;
    }
  }

  long windowCell(int index) {
    return centerCell - (long) Math.ceil(reachBelow() / rounded.width()) + index;
  }

  double windowLoss(int index) {
    return windowCell(index) * rounded.width();
  }

  /** The first index of the window whose loss exceeds epsilon. */
  int firstAbove(double epsilon, int length) {
    double position = Math.floor(epsilon / rounded.width()) - windowCell(0) + 1;
    return (int) Math.max(0, Math.min(length, position));
  }

  /** Logarithm of the factor that undoes the tilt at a loss. */
  double logUntilt(double loss) {
    return logMoment - theta * loss;
  }

  double transformError() {
    return transformError;
  }

  void setTransformError(double error) {
    transformError = error;
  }
}
