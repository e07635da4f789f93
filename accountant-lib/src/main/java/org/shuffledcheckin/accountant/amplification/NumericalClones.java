package org.shuffledcheckin.accountant.amplification;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.CountLaw;

/**
 * Amplification of one round of plain shuffling, evaluated numerically: among n − 1 other reports
 * each is, with the clone probability, as good as one from the protected client's record or from
 * its replacement (Feldman, McMillan and Talwar 2021, Theorem 3.2).
 *
 * <p>Every sum has positive terms only; what is not summed is bounded and added, and the whole is
 * raised by more than its probabilities can be off by, so the result errs upward.
 *
 * @param reports how many reports are shuffled, the protected one among them
 * @param epsilon0 the local guarantee of each
 * @param cloneProbability the chance of another report to be a clone of either record; e^{−ε0} is
 *     proven for every ε0-LDP randomiser
 */
public record NumericalClones(long reports, double epsilon0, double cloneProbability) {
  private static final double NEGLIGIBLE = 1e-17;

  /** Far above the relative errors of laws of counts and of their sums. */
  private static final double RESERVE = 0x1p-36;

  /** Above this many different counts of clones, neighbouring counts share the smaller one. */
  private static final long DISTINCT_COUNTS = 4000;

  /** Validates the arguments. */
  public NumericalClones {
    Arguments.requireAtLeast("reports", reports, 1);
    Arguments.requirePositive("epsilon0", epsilon0);
    Arguments.requireProbability("clone probability", cloneProbability);
  }

  /** The hockey-stick divergence at e^epsilon of the pair that this number of clones leaves. */
  public double delta(double epsilon) {
    Arguments.requireEpsilon(epsilon);
    if (epsilon >= epsilon0) {
      return 0;
    }
    Binomial clones = new Binomial(reports - 1, cloneProbability);
    long start = Math.min(clones.trials(), (long) clones.mean());
    long width = 1 + (long) (20 * clones.deviation() / DISTINCT_COUNTS);
    double below = downward(clones, start, width, epsilon);
    double sum = below + upward(clones, start + 1, width, epsilon, below);
    // Probabilities that underflow are fewer than 2^49.
    return Math.min(1, sum * (1 + RESERVE) + Double.MIN_NORMAL);
  }

  /** Few clones hide little: the inner divergence is at most 1 there. */
  private double downward(Binomial clones, long start, long width, double epsilon) {
    double sum = 0;
    for (long high = start; high >= 0; high -= width) {
      long low = Math.max(0, high - width + 1);
      double mass = mass(clones, low, high);
      if (mass == 0) {
        return sum;
      }
      sum += mass * given(low, epsilon);
      // Below the mode the masses fall at least geometrically with the ratio of these two.
      double rest = mass(clones, Math.max(0, low - width), low - 1);
      double ratio = rest / mass;
      if (low == 0 || (ratio < 1 && rest / (1 - ratio) <= NEGLIGIBLE * sum)) {
        return low == 0 ? sum : sum + rest / (1 - ratio);
      }
    }
    return sum;
  }

  /** The more clones, the smaller the inner divergence. */
  private double upward(Binomial clones, long start, long width, double epsilon, double sumBelow) {
    double sum = 0;
    for (long low = start; low <= clones.trials(); low += width) {
      long high = Math.min(clones.trials(), low + width - 1);
      double mass = mass(clones, low, high);
      if (mass == 0) {
        return sum;
      }
      double inner = given(low, epsilon);
      sum += mass * inner;
      double rest = mass(clones, high + 1, Math.min(clones.trials(), high + width));
      double ratio = rest / mass;
      double bound = inner * rest / (1 - ratio);
      if (ratio < 1 && bound <= NEGLIGIBLE * (sum + sumBelow)) {
        return sum + bound;
      }
    }
    return sum;
  }

  private static double mass(Binomial clones, long low, long high) {
    double mass = 0;
    for (long c = low; c <= high; c++) {
      mass += clones.pmf(c);
    }
    return mass;
  }

  /**
   * Divergence given the number of clones, Σ over b of [P − e^ε·Q]+ with s = clones + 1 reports of
   * which b favour the other record: 2(e^ε0 − 1)(1 + e^ε)/((e^ε0 + 1)s) times the sum of Bin(s,
   * 1/2)(b)·(room − b).
   */
  private double given(long clones, double epsilon) {
    long s = clones + 1;
    double weight = 1 + Math.exp(epsilon);
    // Rounded up, which gives more.
    double share = Math.expm1(epsilon - epsilon0) / Math.expm1(-epsilon0);
    double room = s * (share / weight) * (1 + 0x1p-49);
    Binomial coins = new Binomial(s, 0.5);
    if (room <= 1) {
      return 2 * Math.tanh(epsilon0 / 2) * share * coins.pmf(0);
    }
    long first = Math.min(s, (long) Math.ceil(room) - 1);
    double probability = coins.pmf(first);
    double sum = 0;
    for (long b = first; b >= 0; b--) {
      double term = probability * (room - b);
      sum += term;
      double ratio = (double) b / (s - b + 1);
      boolean anew = (first - b + 1) % CountLaw.RECURRENCE == 0;
      probability = anew ? coins.pmf(b - 1) : probability * ratio;
      // The ratio of neighbouring terms falls, so a geometric series bounds the rest.
      double next = ratio * (room - b + 1) / (room - b);
      if (next < 1 && term * next <= NEGLIGIBLE * sum * (1 - next)) {
        sum += term * next / (1 - next);
        break;
      }
    }
    return 2 * Math.tanh(epsilon0 / 2) * weight / s * sum;
  }
}
