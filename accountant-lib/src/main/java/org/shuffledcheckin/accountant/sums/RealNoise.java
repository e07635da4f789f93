package org.shuffledcheckin.accountant.sums;

/**
 * How far the noise of a real sum is from that of a continuous Gaussian mechanism, in total
 * variation and up to post-processing, given uniform random bits. Rounded up generously: what is
 * charged for is {@link org.shuffledcheckin.accountant.LocalGuarantee.GaussianSum#DEVIATION}.
 *
 * @param noise the parameter of the discrete Gaussian that each report adds, at least {@link
 *     #LEAST}
 * @param dimension how many coordinates a report has
 */
record RealNoise(double noise, int dimension) {
  /** With so much noise discrete and rounded continuous Gaussians are one, but for 1e-34. */
  static final double LEAST = 4;

  /** Bounds log((1 + e(4))/(1 - e(2))) per coordinate, e(r) = 2 exp(-2 (pi r)^2) and smaller. */
  private static final double ROUNDED = 1.1e-34;

  /** Bounds log((1 + e)/(1 - e)), e = e(4/sqrt(2)), per coordinate and report added. */
  private static final double ADDED = 2e-68;

  /** A sampler may err by as much as a table of cumulative probabilities of 127 bits, per entry. */
  private static final double PER_ENTRY = 0x1p-127;

  /** What lies beyond the table's end. */
  private static final double BEYOND = 3e-39;

  private static final double TABLE_LENGTH = 13.35;

  /** Bounds the total variation of a sum of so many reports. */
  double deviation(long reports) {
    double entries = Math.floor(TABLE_LENGTH * noise) + 3;
    double drawn = reports * (entries * PER_ENTRY + BEYOND);
    double ideal = ROUNDED + reports * ADDED;
    return dimension * (drawn + ideal) * (1 + 1e-9);
  }
}
