package org.shuffledcheckin.accountant.lowerbound;

import org.shuffledcheckin.accountant.numeric.RealFft;

/**
 * Bounds, from below, the epsilon of many repetitions of one actual pair.
 *
 * <p>The losses are rounded to a grid, tilted by e^{θ·loss} so that the part which decides at this
 * delta lies in the middle, composed by one Fourier transform, and tilted back: the result keeps
 * its relative precision however small delta is. What rounding, wrap-around and floating point can
 * have added is bounded and subtracted (Bernstein's inequality; the transform's error bound), so
 * the result errs downward.
 */
final class ComposedLoss {
  /** Cells of the grid on which the tilt is chosen. */
  private static final int ROUGH = 4096;

  private final LossAtoms atoms;
  private final double count;
  private final boolean poisson;
  private final double delta;

  private ComposedLoss(LossAtoms atoms, double count, boolean poisson, double delta) {
    this.atoms = atoms;
    this.count = count;
    this.poisson = poisson;
    this.delta = delta;
  }

  /** Returns a lower bound on epsilon at delta of so many independent rounds with these losses. */
  static double epsilonOfRounds(LossAtoms atoms, long rounds, double delta) {
    return atoms.size() == 0 || rounds == 0
        ? 0
        : new ComposedLoss(atoms, rounds, false, delta).epsilon();
  }

  /** Returns a lower bound on epsilon at delta of a Poisson process with these rates of losses. */
  static double epsilonOfProcess(LossAtoms rates, double delta) {
    return rates.size() == 0 ? 0 : new ComposedLoss(rates, 1, true, delta).epsilon();
  }

  private double epsilon() {
    int length = length();
    double[] range = atoms.range();
    if (!(range[1] > 0)) {
      return 0;
    }
    ExponentialTilt rough =
        ExponentialTilt.forDelta(new RoundedLoss(atoms, (range[1] - range[0]) / ROUGH), this);
    double span = needed(rough, range);
    for (int attempt = 0; attempt < 6; attempt++) {
      RoundedLoss rounded = new RoundedLoss(atoms, span / length);
      ExponentialTilt tilt = rough.applyTo(rounded, this);
      double needed = needed(tilt, range);
      if (needed <= span) {
        return new TiltedProfile(tilt, compose(tilt, length), this).largestEpsilon();
      }
      span = 1.05 * needed;
    }
    throw new IllegalStateException("no window holds the losses of " + count + " rounds");
  }

  private static double needed(ExponentialTilt tilt, double[] range) {
    return Math.max(tilt.reachBelow() + tilt.reachAbove(), 1.01 * (range[1] - range[0]));
  }

  /** Finer grids where more rounding errors add up. */
  private int length() {
    double events = count;
    if (poisson) {
      events = 0;
      for (int i = 0; i < atoms.size(); i++) {
        events += atoms.mass(i);
      }
    }
    if (events <= 1e3) {
      return 1 << 18;
    }
    return events <= 1e5 ? 1 << 19 : 1 << 20;
  }

  /** The tilted law of the sum of the rounded losses, on one period around its mean. */
  private double[] compose(ExponentialTilt tilt, int length) {
    RealFft fft = new RealFft(length);
    double[] values = new double[length];
    tilt.place(values);
    double[] re = new double[length / 2 + 1];
    double[] im = new double[length / 2 + 1];
    fft.forward(values, re, im);
    double significant = 0;
    for (int k = 0; k < re.length; k++) {
      double size;
      double angle;
      if (poisson) {
        size = Math.exp(re[k] - tilt.total());
        angle = im[k];
      } else {
        size = Math.pow(Math.hypot(re[k], im[k]), count);
        angle = count * Math.atan2(im[k], re[k]);
      }
      significant += size;
      re[k] = size * Math.cos(angle);
      im[k] = size * Math.sin(angle);
    }
    tilt.setTransformError(
        2 * significant * fft.relativeError() * (1 + (poisson ? tilt.total() : count)));
    fft.inverse(re, im, values);
    return values;
  }

  /** How many rounds; 1 where the masses are rates of a Poisson process. */
  double count() {
    return count;
  }

  boolean poisson() {
    return poisson;
  }

  double delta() {
    return delta;
  }
}
