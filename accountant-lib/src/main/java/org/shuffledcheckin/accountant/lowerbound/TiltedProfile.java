package org.shuffledcheckin.accountant.lowerbound;

/** Delta as a function of epsilon, from the tilted law of the composed losses, rounded down. */
final class TiltedProfile {
  /** Rounding errors exceed their bound with this probability, relative to delta. */
  private static final double ROUNDING_SHARE = 1e-3;

  private static final int SCAN = 1 << 15;

  private final ExponentialTilt tilt;
  private final double delta;
  private final double shift;
  private final int length;
  private final double rounding;
  private final double[] mass;
  private final double[] discounted;

  TiltedProfile(ExponentialTilt tilt, double[] tilted, ComposedLoss composed) {
    this.tilt = tilt;
    this.delta = composed.delta();
    this.length = tilted.length;
    this.shift =
        tilt.rounded()
            .recovered(composed.count(), -Math.log(ROUNDING_SHARE * delta), composed.poisson());
    // A sum of so many terms, each with an exponential of a sum of large numbers.
    double exponents = Math.abs(tilt.logUntilt(0)) + Math.abs(tilt.logUntilt(tilt.windowLoss(0)));
    this.rounding = 0x1p-52 * (length + 8 * exponents);
    this.mass = new double[length + 1];
    this.discounted = new double[length + 1];
    for (int i = length - 1; i >= 0; i--) {
      double loss = tilt.windowLoss(i);
      double weight = tilted[(int) Math.floorMod(tilt.windowCell(i), (long) length)];
      double restored = weight * Math.exp(tilt.logUntilt(loss));
      mass[i] = mass[i + 1] + restored;
      discounted[i] = discounted[i + 1] + restored * Math.exp(tilt.center() - loss);
    }
  }

  /**
   * The largest epsilon found at which the bound on delta from below reaches delta. Away from the
   * tilted mean that bound is poor, so the search comes down from the far end of the window.
   */
  double largestEpsilon() {
    double top = tilt.windowLoss(length - 1) + shift;
    double bottom = Math.max(0, tilt.windowLoss(0) + shift);
    if (!(top > bottom)) {
      return 0;
    }
    double step = (top - bottom) / SCAN;
    for (int i = SCAN - 1; i >= 0; i--) {
      double epsilon = bottom + i * step;
      if (lowerDelta(epsilon) >= delta) {
        return refine(epsilon, epsilon + step);
      }
    }
    return 0;
  }

  private double refine(double reached, double missed) {
    double low = reached;
    double high = missed;
    for (int i = 0; i < 60 && high - low > 1e-12 * high; i++) {
      double middle = 0.5 * (low + high);
      if (lowerDelta(middle) >= delta) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Delta of the rounded losses, less everything that errs upward. */
  private double lowerDelta(double trueEpsilon) {
    double epsilon = trueEpsilon - shift;
    int start = tilt.firstAbove(epsilon, length);
    double returned = Math.exp(epsilon - tilt.center()) * discounted[start];
    double value = mass[start] - returned - rounding * (mass[start] + returned);
    double doubt = tilt.transformError() + 2 * Math.exp(-ExponentialTilt.WINDOW_EXPONENT);
    return value - 1.01 * Math.exp(tilt.logUntilt(epsilon)) * doubt - ROUNDING_SHARE * delta;
  }
}
