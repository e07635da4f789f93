package org.shuffledcheckin.accountant.pld;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.shuffledcheckin.accountant.numeric.CompensatedSum;
import org.shuffledcheckin.accountant.numeric.LogSpace;
import org.shuffledcheckin.accountant.numeric.Upward;

/**
 * Holds the privacy loss of one round of a symmetric pair: P-mass at finitely many positive losses,
 * the mirrored mass at negative ones, and the rest at 0. Immutable.
 *
 * <p>In the compound form the masses are rates: the loss is the sum of a Poisson number of jumps.
 */
public final class RoundLosses {
  /** From this exponent on moments are summed by their logarithms. */
  private static final double OVERFLOW = 600;

  /** Bounds the relative error of a log-moment. */
  static final double MOMENT_ERROR = 0x1p-41;

  private static final int SEARCH_STEPS = 60;

  /** Covers rounding in sums of positive terms. */
  private static final double ROUNDING_RESERVE = 1e-9;

  private final double[] losses;
  private final double[] masses;
  private final double infinite;
  private final boolean compound;
  private final Map<Integer, Double> moments = new ConcurrentHashMap<>();
  private volatile List<RoundLosses> bands;
  private final Map<Integer, RoundLosses> truncations = new ConcurrentHashMap<>();

  RoundLosses(double[] losses, double[] masses, double infinite, boolean compound) {
    this.losses = losses;
    this.masses = masses;
    this.infinite = infinite;
    this.compound = compound;
  }

  /** The P-mass at infinite loss, or its rate in the compound form. */
  double infiniteMass() {
    return infinite;
  }

  /** Whether the masses are rates of Poisson jumps. */
  boolean isCompound() {
    return compound;
  }

  /** The largest finite loss of a single outcome; 0 if there is none. */
  double maxLoss() {
    return losses.length == 0 ? 0 : losses[losses.length - 1];
  }

  /** Whether the round never loses anything. */
  boolean isTrivial() {
    return losses.length == 0 && infinite == 0;
  }

  /** The variance of the loss under P, nearly; only a scale, never part of a bound. */
  double variance() {
    double sum = 0;
    for (int i = 0; i < losses.length; i++) {
      sum += masses[i] * (1 + Math.exp(-losses[i])) * losses[i] * losses[i];
    }
    return sum;
  }

  /**
   * log E_P[e^(s L)] over finite losses, to {@link #MOMENT_ERROR}; infinite where it overflows.
   * Divided by s it is the Renyi divergence of order s + 1.
   *
   * <p>All terms are positive. Each is off by 8 units of rounding and 2(1 + 2s)l more because of
   * its exponents, which are at most 600 as long as nothing overflows.
   */
  double logMoment(double s) {
    if (s * maxLoss() > OVERFLOW) {
      double log = logMomentExcess(s);
      return compound ? Math.exp(log) : LogSpace.log1pExp(log);
    }
    double sum = momentExcess(s);
    return compound ? sum : Math.log1p(sum);
  }

  /** The same at the tilt with this index, remembered. */
  double logMoment(int tiltIndex) {
    return moments.computeIfAbsent(tiltIndex, index -> logMoment(TiltGrid.at(index)));
  }

  /**
   * The same round with its largest losses made infinite, as long as their mass is at most
   * 2^exponent. Rare large losses would otherwise decide about every moment, and about nothing
   * else.
   */
  RoundLosses truncated(int exponent) {
    return truncations.computeIfAbsent(exponent, e -> truncate(Math.scalb(1.0, e)));
  }

  /** Independent rounds whose finite losses add up to one that dominates this; remembered. */
  List<RoundLosses> bands() {
    List<RoundLosses> known = bands;
    if (known == null) {
      known = Bands.of(this);
      bands = known;
    }
    return known;
  }

  /**
   * How much more than this round's the hockey stick of a round can be at any order, if it can be
   * coupled to this one except with a probability: at order a it grows by at most (1 + a) times
   * that, and beyond any order it is at most what it is there. Not for the compound form.
   */
  public double leastExtra(double differs) {
    if (compound) {
      throw new IllegalStateException("the compound form has no hockey stick of one round");
    }
    // Convex in the order, so its smallest value is where it stops falling.
    double low = 0;
    double high = maxLoss();
    for (int i = 0; i < SEARCH_STEPS; i++) {
      double left = low + (high - low) / 3;
      double right = high - (high - low) / 3;
      if (extra(left, differs) <= extra(right, differs)) {
        high = right;
      } else {
        low = left;
      }
    }
    return extra(high, differs) * (1 + ROUNDING_RESERVE);
  }

  private double extra(double logOrder, double differs) {
    double sum = infinite;
    for (int i = losses.length - 1; i >= 0 && losses[i] > logOrder; i--) {
      sum -= masses[i] * Math.expm1(logOrder - losses[i]);
    }
    return sum + (1 + Math.exp(logOrder)) * differs;
  }

  /** How many outcomes there are at positive losses. */
  int size() {
    return losses.length;
  }

  double loss(int i) {
    return losses[i];
  }

  double mass(int i) {
    return masses[i];
  }

  /** The total rate of jumps per round; meaningful in the compound form only. */
  double totalRate() {
    double sum = 0;
    for (int i = 0; i < losses.length; i++) {
      sum += masses[i] * (1 + Math.exp(-losses[i]));
    }
    return sum;
  }

  private RoundLosses truncate(double limit) {
    int top = losses.length;
    double cut = 0;
    while (top > 0 && cut + masses[top - 1] <= limit) {
      cut = Upward.plus(cut, masses[--top]);
    }
    return top == losses.length
        ? this
        : new RoundLosses(
            Arrays.copyOf(losses, top),
            Arrays.copyOf(masses, top),
            Upward.plus(infinite, cut),
            compound);
  }

  private double logMomentExcess(double s) {
    double[] logs = new double[losses.length];
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < losses.length; i++) {
      double l = losses[i];
      double gain = s * l + LogSpace.log1mExp(-s * l) + LogSpace.log1mExp(-(1 + s) * l);
      logs[i] = Math.log(masses[i]) + gain;
      largest = Math.max(largest, logs[i]);
    }
    double sum = 0;
    for (double log : logs) {
      sum += Math.exp(log - largest);
    }
    return largest + Math.log(sum);
  }

  private double momentExcess(double s) {
    CompensatedSum sum = new CompensatedSum();
    for (int i = losses.length - 1; i >= 0; i--) {
      double l = losses[i];
      // Gains at +l and losses at -l nearly cancel; this is their sum without cancellation.
      sum.add(-masses[i] * Math.expm1(s * l) * Math.expm1(-(1 + s) * l));
    }
    return sum.value();
  }
}
