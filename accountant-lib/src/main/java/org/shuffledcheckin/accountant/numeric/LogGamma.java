package org.shuffledcheckin.accountant.numeric;

/** Logarithms of factorials and of the gamma function, to a relative error of about 1e-15. */
public final class LogGamma {
  private static final double HALF_LOG_TWO_PI = 0.9189385332046727;

  /** Stirling's error log(n!) - log(sqrt(2 pi n) (n/e)^n) for n = 1, ..., 15. */
  private static final double[] STIRLING_ERROR = {
    0.08106146679532726,
    0.0413406959554093,
    0.02767792568499834,
    0.020790672103765093,
    0.016644691189821193,
    0.013876128823070748,
    0.01189670994589177,
    0.010411265261972096,
    0.009255462182712733,
    0.00833056343336287,
    0.007573675487951841,
    0.00694284010720953,
    0.006408994188004207,
    0.0059513701127588475,
    0.005554733551962801
  };

  private static final double[] SMALL_FACTORIALS = smallFactorials();

  private LogGamma() {}

  /** log(n!) for n &ge; 0. */
  public static double logFactorial(long n) {
    if (n < SMALL_FACTORIALS.length) {
      return Math.log(SMALL_FACTORIALS[(int) n]);
    }
    return (n + 0.5) * Math.log((double) n) - n + HALF_LOG_TWO_PI + stirlingError(n);
  }

  /** log of the binomial coefficient "n choose k" for 0 &le; k &le; n. */
  public static double logChoose(long n, long k) {
    return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
  }

  /** log Gamma(x) for x &gt; 0. */
  public static double logGamma(double x) {
    double shifted = x;
    double product = 1;
    while (shifted < 16) {
      product *= shifted;
      shifted += 1;
    }
    double stirling = (shifted - 0.5) * Math.log(shifted) - shifted + HALF_LOG_TWO_PI;
    return stirling + series(shifted) - Math.log(product);
  }

  /** log(n!) - log(sqrt(2 pi n) (n/e)^n) for n &ge; 1, and 0 for n = 0. */
  public static double stirlingError(long n) {
    if (n == 0) {
      return 0;
    }
    return n <= STIRLING_ERROR.length ? STIRLING_ERROR[(int) n - 1] : series((double) n);
  }

  private static double series(double n) {
    double inverse = 1 / (n * n);
    double sum = 1.0 / 156;
    sum = 691.0 / 360360 - inverse * sum;
    sum = 1.0 / 1188 - inverse * sum;
    sum = 1.0 / 1680 - inverse * sum;
    sum = 1.0 / 1260 - inverse * sum;
    sum = 1.0 / 360 - inverse * sum;
    sum = 1.0 / 12 - inverse * sum;
    return sum / n;
  }

  private static double[] smallFactorials() {
    double[] factorials = new double[19];
    factorials[0] = 1;
    for (int n = 1; n < factorials.length; n++) {
      factorials[n] = n * factorials[n - 1];
    }
    return factorials;
  }
}
