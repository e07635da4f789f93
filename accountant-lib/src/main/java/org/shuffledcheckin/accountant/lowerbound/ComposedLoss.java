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
 *
 * <p>If every frequency of the result is off by at most e_k, the result is off by at most sqrt(sum
 * of e_k squared) in total. That of one round is off by e at every frequency, small ones too; its
 * power by at most T(|f| + e)^(T-1) e, which for one or two rounds does not fall with the
 * frequency.
 */
final class ComposedLoss {
  /** Cells of the grid on which the tilt is chosen. */
  private static final int ROUGH = 4096;

  /** So few losses do not add up to nearly a Gaussian one. */
  private static final double FEW = 1e3;

  private static final double UNIT = 0x1p-53;

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
    if (rates.size() == 0) {
      return 0;
    }
    double epsilon = new ComposedLoss(rates, 1, true, delta).epsilon();
    return Math.max(0, epsilon - rates.excess());
  }

  private double epsilon() {
    double[] range = atoms.range();
    if (!(range[1] > 0)) {
      return 0;
    }
    double extent = Math.max(range[1] - range[0], range[1]);
    ExponentialTilt first = ExponentialTilt.forDelta(new RoundedLoss(atoms, extent / ROUGH), this);
    // Every tilt gives a sound bound. Where losses are so few or small that delta is decided among
    // likely ones, a weak tilt shows it best.
    double epsilon = epsilon(first, extent);
    for (double factor = 16; epsilon == 0 && events() <= FEW && factor <= 4096; factor *= 16) {
      epsilon = epsilon(first.weaker(factor, this), extent);
    }
    return epsilon;
  }

  private double epsilon(ExponentialTilt rough, double extent) {
    int length = length();
    double span = needed(rough, extent);
    for (int attempt = 0; attempt < 6; attempt++) {
      RoundedLoss rounded = new RoundedLoss(atoms, span / length);
      ExponentialTilt tilt = rough.applyTo(rounded, this);
      double needed = needed(tilt, extent);
      if (needed <= span) {
        return new TiltedProfile(tilt, compose(tilt, length), this).largestEpsilon();
      }
      span = 1.05 * needed;
    }
    throw new IllegalStateException("no window holds the losses of " + count + " rounds");
  }

  private static double needed(ExponentialTilt tilt, double extent) {
    return Math.max(tilt.reachBelow() + tilt.reachAbove(), 1.01 * extent);
  }

  /** Finer grids where more rounding errors add up. */
  private int length() {
    double events = events();
    if (events <= FEW) {
      return 1 << 18;
    }
    return events <= 1e5 ? 1 << 19 : 1 << 20;
  }

  /** How many losses are added up, in the mean. */
  private double events() {
    if (!poisson) {
      return count;
    }
    double sum = 0;
    for (int i = 0; i < atoms.size(); i++) {
      sum += atoms.mass(i);
    }
    return sum;
  }

  /** The tilted law of the sum of the rounded losses, on one period around its mean. */
  private double[] compose(ExponentialTilt tilt, int length) {
    RealFft fft = new RealFft(length);
    double[] values = new double[length];
    tilt.place(values);
    double[] re = new double[length / 2 + 1];
    double[] im = new double[length / 2 + 1];
    fft.forward(values, re, im);
    double rate = poisson ? tilt.total() : 1;
    double error = (fft.relativeError() + tilt.relativeError() + 8 * UNIT) * rate;
    double squares = 0;
    double norm = 0;
    for (int k = 0; k < re.length; k++) {
      double modulus = poisson ? 0 : Math.hypot(re[k], im[k]);
      double log = poisson ? Math.min(0, re[k] - tilt.total()) : Math.log(modulus);
      double angle = poisson ? im[k] : Math.atan2(im[k], re[k]);
      double size = Math.exp(count * log);
      double off = powerError(modulus, error) * (poisson ? size : 1);
      off += size == 0 ? 0 : size * roundingError(count * log, count * angle);
      squares += 2 * off * off;
      norm += 2 * size * size;
      re[k] = size * Math.cos(count * angle);
      im[k] = size * Math.sin(count * angle);
    }
    tilt.setTransformError(1.01 * (Math.sqrt(squares) + fft.relativeError() * Math.sqrt(norm)));
    fft.inverse(re, im, values);
    return values;
  }

  /** How far off the power of a value is if the value is off by an error. */
  private double powerError(double modulus, double error) {
    return poisson ? Math.expm1(error) : count * error * Math.pow(modulus + error, count - 1);
  }

  /** The relative error of a power that is computed from logarithm and angle. */
  private static double roundingError(double log, double angle) {
    return UNIT * (8 + 6 * Math.abs(log) + 7 * Math.abs(angle));
  }

  /** How many rounds; 1 where the masses are rates of a Poisson process. */
  double count() {
    return count;
  }

  /** The largest loss of a single outcome. */
  double largestLoss() {
    return atoms.range()[1];
  }

  boolean poisson() {
    return poisson;
  }

  double delta() {
    return delta;
  }
}
