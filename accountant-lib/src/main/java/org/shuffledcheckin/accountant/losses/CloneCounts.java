package org.shuffledcheckin.accountant.losses;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.shuffledcheckin.accountant.numeric.Binomial;

/**
 * Bernoulli check-ins with a pure randomiser: the check-in pair {@code clones23}.
 *
 * <p>Of n clients a and b send the two telling reports and c a leftover. With s = a + b, D = 2(n -
 * c) + (e0 - 1)s and t = (α - 1)/(α + 1) the hockey stick at α is
 *
 * <pre>  (1 + α)/(2n) E[(e0 - 1)(2a - s) - t D]+,</pre>
 *
 * where a given s is the heads of s fair coins and c given s is binomial and independent of a. It
 * is convex in c: the ends of an interval of c, weighted so that its mean stays, bound it from
 * above, and that mean from below. Tangents at given factors bound it from below between them.
 */
final class CloneCounts implements RoundProfile {
  /**
   * Bounds what is left out, with the first record, and is added to the bound from above. Outcomes
   * weigh at most e0 times what they do on average.
   */
  private static final double TAIL = 1e-20;

  /** By how much, relatively, the profile falls from one factor to the next. */
  private static final double STEP = 0.25;

  /** Where the factors end. */
  private static final double SMALLEST = 1e-20;

  /**
   * Intervals of c are at most this share of the clients, which moves the profile by half a
   * percent.
   */
  private static final double INTERVAL = 1.0 / 300;

  private final double rate;
  private final double gain;
  private final double cloneRate;
  private final double leftoverRate;
  private final Map<Long, CoinTable> tables = new HashMap<>();
  private final double[] factors;

  /**
   * Describes a round.
   *
   * @param honest for how many clients the factors should suit
   * @param rate of the reports that tell anything
   * @param epsilon0 of the randomiser
   */
  CloneCounts(long honest, double rate, double epsilon0) {
    this.rate = rate;
    this.gain = StrictMath.expm1(epsilon0);
    double clone = 1 / (2 + gain);
    this.cloneRate = 2 * rate * clone;
    this.leftoverRate = Math.min(1, rate * gain * clone / (1 - cloneRate));
    this.factors = factors(outcomes(honest, false));
  }

  @Override
  public double most() {
    return rate;
  }

  @Override
  public HockeySticks above(long clients) {
    CloneOutcomes outcomes = outcomes(clients, true);
    double[] value = new double[factors.length];
    for (int i = 0; i < factors.length; i++) {
      value[i] = outcomes.value(factors[i]) + TAIL;
    }
    return HockeySticks.chords(factors, value);
  }

  @Override
  public HockeySticks below(long clients) {
    CloneOutcomes outcomes = outcomes(clients, false);
    double[] value = new double[factors.length];
    double[] slope = new double[factors.length];
    for (int i = 0; i < factors.length; i++) {
      value[i] = outcomes.value(factors[i]);
      slope[i] = outcomes.slope(factors[i]);
    }
    return HockeySticks.tangents(factors, value, slope);
  }

  private CloneOutcomes outcomes(long clients, boolean spread) {
    double least = TAIL / (4 * (2 + gain));
    Binomial telling = new Binomial(clients, cloneRate);
    long lowest = Math.max(1, telling.lowerQuantile(least) + 1);
    long highest = Math.min(clients, telling.upperQuantile(least));
    CloneOutcomes outcomes = new CloneOutcomes(clients, gain);
    LeftoverLaw leftovers =
        new LeftoverLaw(
            clients - highest,
            clients - lowest,
            leftoverRate,
            Math.max(1, (int) (INTERVAL * clients)));
    for (long s = highest; s >= lowest; s--) {
      CoinTable coins = tables.computeIfAbsent(s, CoinTable::new);
      add(outcomes, coins, telling.pmf(s), leftovers, spread);
      leftovers.grow();
    }
    return outcomes;
  }

  private static void add(
      CloneOutcomes outcomes,
      CoinTable coins,
      double probability,
      LeftoverLaw leftovers,
      boolean spread) {
    double carried = 0;
    for (int i = 0; i < leftovers.intervals(); i++) {
      double mass = leftovers.probability(i);
      double moment = leftovers.moment(i);
      if (spread) {
        double upper = moment / (leftovers.low(i + 1) - leftovers.low(i));
        addIfAny(outcomes, coins, leftovers.low(i), probability * (carried + mass - upper));
        carried = upper;
      } else if (mass > 0) {
        addIfAny(outcomes, coins, leftovers.low(i) + moment / mass, probability * mass);
      }
    }
    if (spread) {
      addIfAny(outcomes, coins, leftovers.low(leftovers.intervals()), probability * carried);
    }
  }

  private static void addIfAny(
      CloneOutcomes outcomes, CoinTable coins, double leftovers, double probability) {
    if (probability > SMALLEST * SMALLEST) {
      outcomes.add(coins, leftovers, probability);
    }
  }

  /** Factors between which the profile falls by a quarter at most. */
  private static double[] factors(CloneOutcomes outcomes) {
    double[] found = new double[4096];
    int size = 1;
    double value = outcomes.value(0);
    while (size < found.length && value > SMALLEST) {
      double at = found[size - 1];
      found[size] = at - STEP * value / outcomes.slope(at);
      value = outcomes.value(found[size]);
      size++;
    }
    return Arrays.copyOf(found, size);
  }
}
