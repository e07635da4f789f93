package org.shuffledcheckin.report.randomizer;

/** The mean length that is left of a random unit vector folded to one half of the sphere. */
final class SphereMean {
  private static final int SERIES_FROM = 64;

  private SphereMean() {}

  /** Computes Γ(d/2)/(√π·Γ((d+1)/2)) to a relative error below 1e-10. */
  static double halfSphere(int dimension) {
    return 1 / (Math.sqrt(Math.PI) * gammaRatio(dimension));
  }

  /** Computes Γ((d+1)/2)/Γ(d/2). */
  private static double gammaRatio(int dimension) {
    if (dimension >= SERIES_FROM) {
      // Stirling's series of the quotient; the next term is below 0.05/d^5.
      double r = 1.0 / dimension;
      double series = 1 + r * (-1.0 / 4 + r * (1.0 / 32 + r * (5.0 / 128 - r * 21.0 / 2048)));
      return Math.sqrt(dimension / 2.0) * series;
    }
    // Γ(x+1) = xΓ(x) leads up by two dimensions, from Γ(1)/Γ(1/2) or Γ(3/2)/Γ(1).
    boolean odd = dimension % 2 == 1;
    double ratio = odd ? 1 / Math.sqrt(Math.PI) : Math.sqrt(Math.PI) / 2;
    for (int d = odd ? 1 : 2; d < dimension; d += 2) {
      ratio *= (d + 1.0) / d;
    }
    return ratio;
  }
}
