package org.shuffledcheckin.accountant.pld;

import org.shuffledcheckin.accountant.numeric.CompensatedSum;

/** Puts the losses of one round on an even grid, tilted, choosing the width of the grid. */
final class Gridding implements BlockSource {
  /** Tilted probability of far losses that is left off the grid, into the slack. */
  private static final double LEFT_OFF = 1e-19;

  private static final long LONGEST = 1 << 16;

  private final RoundLosses losses;
  private final double tilt;
  private final double share;
  private final double logScale;
  private final double[] weights;
  private final int kept;
  private final double slack;

  /**
   * Prepares the tilted weights.
   *
   * @param share the fraction of a round to take; 1 unless the losses are jumps
   */
  Gridding(RoundLosses losses, double tilt, double share) {
    this.losses = losses;
    this.tilt = tilt;
    this.share = share;
    this.logScale = share * losses.logMoment(tilt);
    this.weights = new double[losses.size()];
    double norm = losses.isCompound() ? Math.log(share) : -logScale;
    for (int i = 0; i < weights.length; i++) {
      weights[i] = Math.exp(norm + Math.log(losses.mass(i)) + tilt * losses.loss(i));
    }
    int top = weights.length;
    double cut = 0;
    while (top > 1 && cut + weights[top - 1] <= LEFT_OFF) {
      cut += weights[--top];
    }
    this.kept = top;
    // The mirrored outcomes have less.
    this.slack = 2 * cut;
  }

  /**
   * The widest power of two that keeps the round's log-moment within the tolerance.
   *
   * @param widest no wider than this, unless the grid would be too long
   */
  @Override
  public double step(Resolution resolution, double widest) {
    double longest = losses.loss(kept - 1);
    double step = powerOfTwoBelow(1 / (tilt * resolution.pointsPerDeviation()));
    step = Math.min(widest, Math.min(step, powerOfTwoBelow(longest)));
    double allowed = resolution.momentTolerance() * logScale;
    while (longest / step < LONGEST / 2.0 && growth(step) > allowed) {
      step /= 2;
    }
    while (longest / step > LONGEST) {
      step *= 2;
    }
    return step;
  }

  /** The tilted law, or rates, on the grid of this step. */
  @Override
  public TiltedLosses onGrid(double step) {
    int half = (int) Math.ceil(losses.loss(kept - 1) / step) + 1;
    double[] positive = new double[half + 1];
    for (int i = 0; i < kept; i++) {
      double loss = losses.loss(i);
      int low = (int) (loss / step);
      double part = Math.expm1(low * step - loss) / Math.expm1(-step);
      positive[low] += losses.mass(i) * (1 - part);
      positive[low + 1] += losses.mass(i) * part;
    }
    return tilted(positive, step);
  }

  private TiltedLosses tilted(double[] positive, double step) {
    int half = positive.length - 1;
    double[] found = new double[half];
    double[] masses = new double[half];
    for (int j = 1; j <= half; j++) {
      found[j - 1] = j * step;
      masses[j - 1] = share * positive[j];
    }
    double scale = new RoundLosses(found, masses, 0, losses.isCompound()).logMoment(tilt);
    double norm = losses.isCompound() ? 0 : -scale;
    double[] mass = new double[2 * half + 1];
    CompensatedSum moving = new CompensatedSum();
    double error = 0;
    for (int j = half; j > 0; j--) {
      double l = j * step;
      double log = norm + Math.log(masses[j - 1]);
      mass[half + j] = Math.exp(log + tilt * l);
      mass[half - j] = Math.exp(log - (1 + tilt) * l);
      double both = mass[half + j] + mass[half - j];
      if (both == 0) {
        continue;
      }
      double exponent = Math.abs(norm) + Math.abs(log - norm) + (1 + tilt) * l;
      error += both * TiltedLosses.roundingError(exponent);
      moving.add(mass[half + j]);
      moving.add(mass[half - j]);
    }
    double total = moving.value();
    if (losses.isCompound() || total <= 1) {
      mass[half] = losses.isCompound() ? 0 : 1 - total;
      return new TiltedLosses(tilt, step, -half, mass, scale, slack + error).cropped(LEFT_OFF);
    }
    // Masses that were raised can exceed 1 in all.
    return new TiltedLosses(tilt, step, -half, mass, scale, slack + error)
        .normalised(total)
        .cropped(LEFT_OFF);
  }

  /** How much the log-moment grows on a grid of this step, to second order. */
  private double growth(double step) {
    double sum = 0;
    for (int i = 0; i < kept; i++) {
      double loss = losses.loss(i);
      double offset = loss - step * Math.floor(loss / step);
      double mirrored = Math.exp(-(1 + 2 * tilt) * loss);
      sum += weights[i] * (1 + mirrored) * offset * (step - offset);
    }
    return 0.5 * tilt * (tilt + 1) * sum;
  }

  private static double powerOfTwoBelow(double x) {
    return Math.scalb(1.0, Math.getExponent(x));
  }
}
