package org.shuffledcheckin.accountant.numeric;

/**
 * The standard normal distribution, to a relative error of 40 units of rounding in both tails down
 * to where doubles underflow, and four more for each squared deviation where a position is rounded.
 *
 * <p>Everything rests on Mills' ratio R(x) = survival(x) / density(x), which solves R' = xR - 1: a
 * Taylor step from the nearest tabulated multiple of 1/4, and the asymptotic series beyond the
 * table. No subtraction from one ever happens in a tail.
 */
public final class Normal {
  private static final double INVERSE_SQRT_TWO_PI = 0.3989422804014327;
  private static final double LOG_SQRT_TWO_PI = 0.9189385332046727;
  private static final double STEP = 0.25;
  private static final int TAYLOR_TERMS = 14;
  private static final int ASYMPTOTIC_TERMS = 22;

  /** Up to here a cell is so narrow, and so close to flat, that two terms of a series are exact. */
  private static final double NARROW = 0.02;

  /** Up to here eight terms are; beyond, differences of tails lose less than two bits. */
  private static final double MODERATE = 0.5;

  private static final int MODERATE_TERMS = 8;

  /** Mills' ratio at 0, 1/4, 1/2, ..., 11, from 40-digit arithmetic. */
  private static final double[] MILLS = {
    1.2533141373155003,
    1.0378245758537268,
    0.8763644564536923,
    0.7525711790634081,
    0.6556795424187984,
    0.5784303460476311,
    0.5158156382179634,
    0.4643069280394422,
    0.4213692292880545,
    0.3851482907984346,
    0.35426511132979366,
    0.32767831469055203,
    0.3045902987101033,
    0.28438214674849294,
    0.26656776896822376,
    0.250761111443965,
    0.23665238291356067,
    0.2239905946538288,
    0.21257058044203178,
    0.20222323663305466,
    0.19280810471531576,
    0.1842076773079702,
    0.1763229857571027,
    0.16907015040769408,
    0.16237766089686745,
    0.15618421503397592,
    0.1504369887362691,
    0.14509024128913092,
    0.14010418345305023,
    0.13544405309676344,
    0.13107935580449176,
    0.12698323748543697,
    0.1231319632579323,
    0.11950448239925296,
    0.11608206338598229,
    0.11284798632010301,
    0.10978728257830829,
    0.10688651351067449,
    0.10413358157959825,
    0.1015175685681028,
    0.09902859647173193,
    0.09665770747608192,
    0.09439676005522439,
    0.09223833873763033,
    0.09017567550106469
  };

  private Normal() {}

  /** The density at x. */
  public static double density(double x) {
    double square = x * x;
    if (square > 1500) {
      return 0;
    }
    // The square's rounding error would cost x*x/2 units in the last place.
    double lost = Math.fma(x, x, -square);
    return INVERSE_SQRT_TWO_PI * StrictMath.exp(-0.5 * square) * (1 - 0.5 * lost);
  }

  /** Pr(Z &le; x). */
  public static double cdf(double x) {
    return survival(-x);
  }

  /** Pr(Z &ge; x). */
  public static double survival(double x) {
    if (x >= 0) {
      return density(x) * mills(x);
    }
    return 1 - density(x) * mills(-x);
  }

  /** log Pr(Z &le; x), finite for every finite x. */
  static double logCdf(double x) {
    if (x >= 0) {
      return StrictMath.log1p(-survival(x));
    }
    return StrictMath.log(mills(-x)) - 0.5 * x * x - LOG_SQRT_TWO_PI;
  }

  /** log Pr(Z &ge; x), finite for every finite x. */
  public static double logSurvival(double x) {
    return logCdf(-x);
  }

  /**
   * Pr(start &le; Z &le; start + width), to full relative accuracy for narrow intervals too, where
   * the difference of two tails would keep few digits. The width may be infinite.
   */
  public static double mass(double start, double width) {
    if (!(width > 0)) {
      return 0;
    }
    double middle = start + 0.5 * width;
    if (width * Math.max(1, Math.abs(middle)) <= NARROW) {
      double m2 = middle * middle;
      double w2 = width * width;
      double series = 1 + w2 * ((m2 - 1) / 24 + w2 * (m2 * m2 - 6 * m2 + 3) / 1920);
      return density(middle) * width * series;
    }
    if (width * Math.max(1, Math.abs(middle)) <= MODERATE) {
      return density(middle) * width * series(middle, 0.5 * width);
    }
    double end = start + width;
    if (start >= 0) {
      return survival(start) - survival(end);
    }
    if (end <= 0) {
      return survival(-end) - survival(-start);
    }
    return 1 - survival(-start) - survival(end);
  }

  /**
   * The mean of the density over [middle - half, middle + half] relative to that in the middle: the
   * sum of He_2k(middle) half^2k / (2k+1)!, of which what is left out is below 1e-17.
   */
  private static double series(double middle, double half) {
    double before = 1;
    double hermite = middle;
    double factor = 1;
    double sum = 1;
    for (int k = 1; k <= MODERATE_TERMS; k++) {
      double even = middle * hermite - (2 * k - 1) * before;
      double odd = middle * even - 2 * k * hermite;
      before = even;
      hermite = odd;
      factor *= half * half / (2 * k * (2 * k + 1));
      sum += even * factor;
    }
    return sum;
  }

  /** Mills' ratio survival(x) / density(x) for x &ge; 0. */
  public static double mills(double x) {
    int nearest = (int) Math.min(MILLS.length, Math.rint(x / STEP));
    return nearest < MILLS.length ? taylor(nearest, x - nearest * STEP) : asymptotic(x);
  }

  private static double taylor(int node, double offset) {
    double x = node * STEP;
    double previous = MILLS[node];
    double derivative = x * previous - 1;
    double power = offset;
    double sum = previous + derivative * power;
    for (int k = 1; k < TAYLOR_TERMS; k++) {
      double next = x * derivative + k * previous;
      previous = derivative;
      derivative = next;
      power *= offset / (k + 1);
      sum += derivative * power;
    }
    return sum;
  }

  private static double asymptotic(double x) {
    if (x == Double.POSITIVE_INFINITY) {
      return 0;
    }
    double inverse = 1 / (x * x);
    double term = 1;
    double sum = 1;
    for (int k = 1; k <= ASYMPTOTIC_TERMS; k++) {
      term *= -(2 * k - 1) * inverse;
      sum += term;
    }
    return sum / x;
  }
}
