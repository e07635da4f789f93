package org.shuffledcheckin.accountant.losses;

import org.shuffledcheckin.accountant.amplification.GaussianMechanism;

/**
 * Poisson check-ins with Gaussian noise: the loss is a compound Poisson sum, which is put on a
 * lattice. Made for much noise, where no report tells a large multiple of what others do; with
 * little noise the lattice is coarse and the bounds lie far apart.
 *
 * @param rate of the draws
 * @param mu distance of two records in standard deviations of the noise
 */
record GaussianRound(double rate, double mu) implements RoundProfile {
  /** How far from their mean reports are followed, in deviations: all, and one client's. */
  private static final double CUT = 9.4;

  private static final double OWN_CUT = 8.6;

  /** The same under the law that counts every report with the square of its ratio. */
  private static final double SQUARED_CUT = 6.5;

  private static final int STEPS_PER_DEVIATION = 12;

  /** The most steps that the largest report may take. */
  private static final int MOST_STEPS = 4000;

  /**
   * The hockey sticks of the worst data set, E[Z - a]+ for a from 1 on and E[a - Z]+ below, both as
   * functions of the distance of a from 1. The means are those with the second record.
   *
   * @param leftOut bounds what the two lack of the mean of (Z - 1)^2
   */
  record Sides(HockeySticks upward, HockeySticks downward, double leftOut) {}

  @Override
  public double most() {
    return Math.min(1, rate * new GaussianMechanism(mu).delta(0));
  }

  @Override
  public HockeySticks above(long clients) {
    LatticeCells cells = cells(clients, Math.max(CUT, mu + OWN_CUT));
    // Reports beyond the last point, for the record or, as mirror images, against it.
    double beyond = rate * ((2 * clients - 1) * cells.beyond(0) + cells.beyond(mu));
    return symmetric(cells, cells.spread(), rate * clients).chords(beyond + LatticeLoss.LEFT_OUT);
  }

  @Override
  public HockeySticks below(long clients) {
    LatticeCells cells = cells(clients, Math.max(CUT, mu + OWN_CUT));
    return symmetric(cells, cells.merged(), rate * clients).tangents();
  }

  /** The worst data set of so many clients, at least 2, from above. */
  Sides sidesAbove(long clients) {
    LatticeCells upward = cells(clients, 2 * mu + SQUARED_CUT);
    LatticeCells downward = upward.against(-CUT);
    double[] up = upward.spread();
    double[] down = downward.spread();
    // Reports beyond the last point are merged, not spread: what that may take away is added.
    double merged = rate / clients * StrictMath.exp(mu * mu) * upward.beyond(2 * mu);
    double total = rate * clients;
    return new Sides(
        upward.loss(upward.first(up, total), downward.first(down, total)).chords(0),
        upward.loss(downward.second(down, total), upward.second(up, total)).chordsBelowOne(),
        (1 + variance(clients)) * (StrictMath.expm1(merged) + LatticeLoss.LEFT_OUT));
  }

  /** The worst data set of so many clients, at least 2, from below. */
  Sides sidesBelow(long clients) {
    LatticeCells upward = cells(clients, 2 * mu + SQUARED_CUT);
    LatticeCells downward = upward.against(-CUT);
    double[] up = upward.merged();
    double[] down = downward.merged();
    // The mean of Z stays 1 if both sides weigh the same: the heavier one is thinned out.
    double heavier = Math.max(upward.distance(up), downward.distance(down));
    double ups = rate * clients * downward.distance(down) / heavier;
    double downs = rate * clients * upward.distance(up) / heavier;
    return new Sides(
        upward.loss(upward.first(up, ups), downward.first(down, downs)).tangents(),
        upward.loss(downward.second(down, downs), upward.second(up, ups)).tangentsBelowOne(),
        0);
  }

  /** The variance of the likelihood ratio of the worst data set. */
  double variance(long clients) {
    return StrictMath.expm1(rate / clients * StrictMath.expm1(mu * mu));
  }

  /** The pair of the analysis: every point has a mirror image that speaks against the record. */
  private static LatticeLoss symmetric(LatticeCells cells, double[] mass, double total) {
    return cells.loss(cells.first(mass, total), cells.second(mass, total));
  }

  private LatticeCells cells(long clients, double last) {
    double deviation = StrictMath.sqrt(StrictMath.expm1(mu * mu));
    double largest = StrictMath.expm1(mu * last - mu * mu / 2);
    double width = Math.max(deviation / STEPS_PER_DEVIATION, largest / MOST_STEPS);
    return new LatticeCells(clients, mu, StrictMath.log1p(width / clients), 1, last);
  }
}
