package org.shuffledcheckin.accountant.pld;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.numeric.Normal;

/**
 * Bounds delta of Poisson check-ins with Gaussian noise, or with binary responses, by a moment of
 * the worst data set: (s - a)+ is at most (s - tau)+^2 / (4(a - tau)), whose second derivative
 * rises, and among all data sets the mean of such functions of the likelihood ratio is largest
 * where all other records agree with one of the two. Rates may be chosen in view of results as long
 * as their sum is bounded. It is no dominating pair: it must not be multiplied with other rounds.
 *
 * <p>The jumps are log(1 + (r - 1)/n) with r the likelihood ratio of a report. A binary response
 * has two; those of a Gaussian, r = exp(mu y - mu^2/2), are cut into cells of y whose P- and Q-mass
 * goes to the two ends, which raises every convex mean. The last cell, beyond a cut, is merged
 * instead, and what that may have taken away is added. Jumps are rounded up, which raises every
 * rising mean; P then has a little more rate than Q, and the mean under Q is that much more than
 * the mean under P that is computed. Safe for use by several threads.
 */
public final class ThirdOrderBound {
  /** Cells are between this and half of it wide, a power of two, so that their ends are exact. */
  private static final double CELL_SHARE = 1.0 / 4000;

  private static final double LOWEST = -9;

  /** How far beyond the mean of the squared ratio the cut lies, in deviations. */
  private static final double CUT = 9.5;

  /**
   * Covers the last few operations. It acts on delta, so that it does not vanish where epsilon
   * does.
   */
  private static final double ROUNDING_RESERVE = 1e-9;

  private static final double UNIT = 0x1p-53;

  /** Beyond this exponent the second moment is hopeless. */
  private static final double MOST_MOMENT = 200;

  /** Beyond this shift a single report tells nearly everything. */
  public static final double LARGEST_MU = 12;

  /** The same for a pure randomiser. */
  public static final double LARGEST_EPSILON0 = 40;

  /** A bound that is this much worse than Chernoff's bound for a pair is not worth computing. */
  private static final double WORTHWHILE = 0.2;

  private static final int MOST_REMEMBERED = 8;

  private final ProcessJumps jumps;
  private final double second;
  private final double merged;
  private final double excessRate;
  private final List<ProcessJumps> bands;
  private final Map<Key, List<SelfComposition>> compositions = new LinkedHashMap<>();

  /**
   * Describes a round with Gaussian noise.
   *
   * @param clients n, at least 2
   * @param rate of the draws
   * @param mu distance of two records in standard deviations of the noise
   */
  public ThirdOrderBound(long clients, double rate, double mu) {
    this(
        jumps(
            Arguments.requireAtLeast("clients", clients, 2),
            Arguments.requireRate("check-in rate", rate),
            Arguments.requireBetween("mu", mu, 0, LARGEST_MU)),
        rate / clients * Math.expm1(mu * mu),
        rate / clients * Math.exp(mu * mu) * Normal.survival(CUT));
  }

  /**
   * Describes a round.
   *
   * @param second log E_Q[Z^2] of one round, Z the likelihood ratio
   * @param merged the part of it that merging far jumps may have taken away
   */
  private ThirdOrderBound(ProcessJumps jumps, double second, double merged) {
    this.jumps = jumps;
    this.second = second;
    this.merged = merged;
    this.excessRate = jumps.excessRate();
    this.bands = jumps.bands();
  }

  /** Describes a round whose reports are binary responses. */
  public static ThirdOrderBound binary(long clients, double rate, double epsilon0) {
    Arguments.requireAtLeast("clients", clients, 2);
    Arguments.requireRate("check-in rate", rate);
    Arguments.requireBetween("epsilon0", epsilon0, 0, LARGEST_EPSILON0);
    double excess = Math.expm1(epsilon0);
    double e0 = Math.exp(epsilon0);
    double unit = rate * clients / (e0 + 1);
    double down = Math.log1p(-excess / (clients * e0)) * (1 - LossGrid.RESERVE);
    double up = Math.log1p(excess / clients) * (1 + LossGrid.RESERVE);
    return new ThirdOrderBound(
        new ProcessJumps(
            new double[] {down, up},
            new double[] {unit * e0 * Math.exp(down), unit * Math.exp(up)}),
        rate * excess * excess / (clients * e0),
        0);
  }

  /** Whether it may be better than a pair with these losses at an epsilon which that pair has. */
  public boolean isPromising(RoundLosses pair, long rounds, double epsilon) {
    if (!(epsilon > 0) || leftOut(rounds) == Double.POSITIVE_INFINITY) {
      return false;
    }
    int tilt = tilt(rounds, epsilon);
    return rounds * (pair.logMoment(tilt) - jumps.logMoment(TiltGrid.at(tilt))) > WORTHWHILE;
  }

  /** The epsilon of so many rounds at delta; the tilt suits a guess, and is sound with any. */
  public double epsilon(long rounds, double delta, double guess) {
    return epsilon(rounds, delta, guess, 0);
  }

  /**
   * The same where reports may be lost.
   *
   * @param excess what lost reports add, over all rounds, to the means of one round each
   */
  public double epsilon(long rounds, double delta, double guess, double excess) {
    double least = Double.POSITIVE_INFINITY;
    Numerator numerator = numerator(rounds, guess, excess);
    while (numerator.next()) {
      // The smallest a with numerator <= 4 delta (a - tau), as its excess over 1.
      double above = Math.expm1(numerator.logTau()) + numerator.value() / (4 * delta);
      least = Math.min(least, above);
    }
    return Math.max(0, Math.log1p(least)) * (1 + ROUNDING_RESERVE);
  }

  /** The delta of so many rounds at an epsilon above 0. */
  public double delta(long rounds, double epsilon) {
    return delta(rounds, epsilon, 0);
  }

  /**
   * The same where reports may be lost.
   *
   * @param excess what lost reports add, over all rounds, to the means of one round each
   */
  public double delta(long rounds, double epsilon, double excess) {
    double least = 1;
    Numerator numerator = numerator(rounds, epsilon, excess);
    while (numerator.next()) {
      double room = -Math.expm1(numerator.logTau() - epsilon) * Math.exp(epsilon);
      if (room > 0) {
        least = Math.min(least, numerator.value() / (4 * room));
      }
    }
    return least;
  }

  /** What merging all jumps beyond the cut may have taken from the numerator. */
  private double leftOut(long rounds) {
    return secondMoment(rounds) * Math.expm1(rounds * merged);
  }

  /** The mean of the squared ratio after so many rounds; infinite where that is hopeless. */
  private double secondMoment(long rounds) {
    return rounds * second < MOST_MOMENT ? Math.exp(rounds * second) : Double.POSITIVE_INFINITY;
  }

  private synchronized Numerator numerator(long rounds, double epsilon, double excess) {
    Key key = new Key(tilt(rounds, epsilon), (Math.getExponent((double) rounds) + 2) & ~1);
    if (compositions.size() > MOST_REMEMBERED) {
      compositions.clear();
    }
    TiltedLosses sum = null;
    for (SelfComposition band : compositions.computeIfAbsent(key, this::start)) {
      TiltedLosses more = band.compose(rounds);
      sum = sum == null ? more : add(sum, more);
    }
    double lost = excess == 0 ? 0 : excess * Math.exp(excess) * secondMoment(rounds);
    return new Numerator(sum, rounds * excessRate, leftOut(rounds) + lost);
  }

  private List<SelfComposition> start(Key key) {
    double most = Math.scalb(1.0, key.logRounds());
    return bands.stream()
        .map(band -> new SelfComposition(band, TiltGrid.at(key.tilt()), Resolution.DEFAULT, most))
        .toList();
  }

  /** Adds two independent sums on the coarser grid that their joint spread allows. */
  private static TiltedLosses add(TiltedLosses a, TiltedLosses b) {
    double spread = Math.hypot(a.deviation(), b.deviation());
    double finest = Math.min(spread, 1 / a.tilt()) / Resolution.DEFAULT.pointsPerDeviation();
    double step = Math.max(a.step(), b.step());
    while (2 * step <= finest) {
      step *= 2;
    }
    return Convolution.sum(a.onGrid(step), b.onGrid(step));
  }

  /** Not below 1: the weight of far losses must not grow. */
  private int tilt(long rounds, double epsilon) {
    return TiltGrid.minimise(
        0,
        0,
        index -> {
          double moment = rounds * jumps.logMoment(TiltGrid.at(index));
          return moment < 1e300 ? moment - TiltGrid.at(index) * epsilon : Double.POSITIVE_INFINITY;
        });
  }

  private static ProcessJumps jumps(long clients, double rate, double mu) {
    double width = Math.scalb(1.0, Math.getExponent((2 * mu + CUT - LOWEST) * CELL_SHARE));
    int cells = (int) Math.ceil((2 * mu + CUT - LOWEST) / width);
    GaussianChords chords = new GaussianChords(mu, width);
    double[] q = new double[cells + 2];
    double[] losses = new double[cells + 2];
    // Whatever lies below the first point counts as that point.
    q[0] = Normal.cdf(LOWEST);
    for (int i = 0; i < cells; i++) {
      double y = LOWEST + i * width;
      double density = Normal.density(y);
      losses[i] = chords.loss(y, clients);
      q[i] += density * chords.lower(y);
      q[i + 1] += density * chords.upper(y);
    }
    double highest = LOWEST + cells * width;
    losses[cells] = chords.loss(highest, clients);
    q[cells + 1] = Normal.survival(highest);
    double tailRatio = Normal.survival(highest - mu) / q[cells + 1];
    losses[cells + 1] = Math.log1p((tailRatio - 1) / clients) * (1 + LossGrid.RESERVE);
    double[] rates = new double[cells + 2];
    Arrays.setAll(rates, i -> rate * clients * q[i] * Math.exp(losses[i]));
    return new ProcessJumps(losses, rates);
  }

  /**
   * Walks down the grid and gives E_P[(e^L - tau)+^2 e^-L] at tau = e^(grid point), from sums of
   * positive terms only, with all errors added.
   */
  private static final class Numerator {
    private final TiltedLosses losses;
    private final double leftOut;
    private final double raised;
    private final double worst;
    private final double decay;
    private final double growth;
    private long point;
    private double zeroth;
    private double first;
    private double second;

    /**
     * Starts at the top.
     *
     * @param excess how much more rate there is under P than under Q in all
     */
    Numerator(TiltedLosses losses, double excess, double leftOut) {
      this.losses = losses;
      this.leftOut = leftOut * (1 + ROUNDING_RESERVE);
      double tilt = losses.tilt();
      double exponents = Math.abs(losses.logScale()) + tilt * losses.step() * losses.reach();
      double doubt = 24 * UNIT * losses.reach() + RoundLosses.MOMENT_ERROR * exponents;
      this.raised = excess + doubt + ROUNDING_RESERVE;
      // The maximum over x > 1 of (x - 1)^2 x^(-1 - tilt).
      this.worst =
          tilt == 1
              ? 1
              : 4 * Math.exp((tilt - 1) * Math.log1p(-2 / (1 + tilt)) - 2 * Math.log1p(tilt));
      this.decay = Math.exp(-(1 + tilt) * losses.step());
      this.growth = Math.expm1(losses.step());
      this.point = losses.isKnown() ? losses.high() + 1 : losses.low();
    }

    /** Moves to the next smaller tau, if there is one. */
    boolean next() {
      if (point <= losses.low()) {
        return false;
      }
      if (point <= losses.high()) {
        zeroth += losses.mass()[(int) (point - losses.low())];
      }
      // With x = e^(l - log tau) - 1, a step of h down takes x to e^h x + (e^h - 1).
      double factor = 1 + growth;
      second = decay * (factor * factor * second + growth * (2 * factor * first + growth * zeroth));
      first = decay * (factor * first + growth * zeroth);
      zeroth = decay * zeroth;
      point--;
      return true;
    }

    double logTau() {
      return losses.step() * point;
    }

    double value() {
      double tilt = losses.tilt();
      double slack = Math.expm1(losses.slack()) * Math.exp(losses.slack()) * (1 + 0x1p-20);
      double log = losses.logScale() + (1 - tilt) * logTau() + raised;
      return (second + slack * worst) * Math.exp(log) + leftOut;
    }
  }

  private record Key(int tilt, int logRounds) {}
}
