package org.shuffledcheckin.report.noise;

/**
 * How far sums of discrete Gaussians are from being discrete, or rounded, Gaussians: the lemmas of
 * docs/noise.md in doubles, rounded up.
 */
final class SumLaw {
  private static final double UP = 1 + 0x1p-40;

  private SumLaw() {}

  /** Bound on |log| of the ratio between the sum of k of them and the post-processed Gaussian. */
  static double kappa(double s, long k, long d) {
    return d * (tau(s, k) + tau(s, k, 2)) * UP;
  }

  /** Lemma B, k - 1 times: the sum of k of parameter s against one of parameter s√k. */
  static double tau(double s, long k) {
    double tau = 0;
    // Terms fall with j: all beyond the first 999 are bounded by the next.
    for (long j = 1; j < Math.min(k, 1000); j++) {
      tau += logRatio(smoothness(s * Math.sqrt(j / (j + 1.0))));
    }
    return tau + Math.max(0, k - 1000) * logRatio(smoothness(s * Math.sqrt(1000 / 1001.0)));
  }

  /** Lemma C: parameter s√k against a Gaussian of variance ks² - r², rounded with r. */
  static double tau(double s, long k, double r) {
    return (Math.log1p(smoothness(s * Math.sqrt((double) k))) - Math.log1p(-smoothness(r))) * UP;
  }

  /** ε_r of Lemma A. */
  static double smoothness(double r) {
    double sum = 0;
    for (int m = 20; m >= 1; m--) {
      sum += 2 * Math.exp(-2 * Math.PI * Math.PI * r * r * m * m);
    }
    return sum * UP;
  }

  private static double logRatio(double e) {
    return (Math.log1p(e) - Math.log1p(-e)) * UP;
  }
}
