package org.shuffledcheckin.accountant.sound;

import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.CountLaw;

/**
 * Membership where the reports of two records have a known total variation: with a share s of its
 * reports the differing client sends one of the two clone types, and otherwise a third kind, which
 * is the same for both records. Others send either clone type with probability s/(e0 + 1), the
 * third kind with (1 - s)/e0, and a leftover otherwise. All clients have one rate.
 *
 * <p>In a round of n clients of whom s sent a clone type, w the third kind and c a leftover, the
 * differing client is among the s with probability t/(t + k), t = s(e0 + 1)/2, k = (n - s - w - c)
 * + e0 w. Under n independent clients the outcome has that weight t + k, and (t + k) D(t/(t + k))
 * is convex in k for a convex D. So c may be spread keeping its mean, and so may w (privacy
 * analysis, section 5a).
 */
final class ThreeKindsMembership extends Membership {
  /** How far apart, relative to their w, two numbers of the third kind may be to share nodes. */
  private static final double NARROW = 0.02;

  /** Far below what may be left out. */
  private static final double NEGLIGIBLE = 1e-50;

  private final long clients;
  private final double e0;
  private final Binomial clones;
  private final double thirdRate;
  private final double leftoverRate;
  private final long lowestThird;
  private final long highestThird;
  private final long lowestLeftover;
  private final long highestLeftover;

  /**
   * Describes the law.
   *
   * @param clients how many there are, the differing one among them
   * @param rate of all of them
   * @param share of the differing client's reports that are of a clone type
   */
  ThreeKindsMembership(long clients, double rate, double epsilon0, double share) {
    super(clients - 1, cloneRate(rate, epsilon0, share), share * rate);
    this.clients = clients;
    this.e0 = Math.exp(epsilon0);
    double cloneRate = cloneRate(rate, epsilon0, share);
    double third = rate * (1 - share) / e0;
    double leftover = rate - cloneRate - third;
    this.clones = new Binomial(clients, cloneRate);
    this.thirdRate = conditional(third, 1 - cloneRate);
    this.leftoverRate = conditional(leftover, 1 - cloneRate - third);
    long fewest = clients - 1 - Math.min(clients - 1, highest());
    long most = clients - 1 - lowest();
    this.lowestThird = lowest(fewest, thirdRate);
    this.highestThird = new Binomial(most, thirdRate).upperQuantile(TAIL) + 1;
    this.lowestLeftover = lowest(Math.max(0, fewest - highestThird), leftoverRate);
    this.highestLeftover =
        new Binomial(most - Math.min(most, lowestThird), leftoverRate).upperQuantile(TAIL);
  }

  private static double cloneRate(double rate, double epsilon0, double share) {
    return 2 * rate * share * CloneAnalysis.CLONES23.cloneProbability(epsilon0);
  }

  private static double conditional(double probability, double of) {
    return of <= 0 ? 0 : Math.min(1, Math.max(0, probability / of));
  }

  private static long lowest(long trials, double probability) {
    return Math.max(0, new Binomial(trials, probability).lowerQuantile(TAIL) + 1);
  }

  @Override
  double outOfRange() {
    return 4 * TAIL;
  }

  @Override
  boolean isListed() {
    return true;
  }

  @Override
  double low(long s) {
    return weight(s, elsewhere(s, highestThird, lowestLeftover));
  }

  @Override
  double high(long s) {
    return weight(s, elsewhere(s, lowestThird, highestLeftover));
  }

  /** The weight t of the s. */
  private double among(long s) {
    return 0.5 * s * (e0 + 1);
  }

  /** The weight k of being anywhere else. */
  private double elsewhere(long s, long third, long leftover) {
    return Math.max(0, clients - s - third - leftover) + e0 * third;
  }

  private double weight(long s, double elsewhere) {
    return among(s) / (among(s) + elsewhere);
  }

  @Override
  void list(WeightNodes nodes, long s) {
    long last = Math.min(highestThird, clients - s);
    long spacing = spacing(s, last);
    Binomial thirds = new Binomial(clients - s, thirdRate);
    double reference = clones.pmf(s);
    double[] spread = new double[(int) ((last - lowestThird + spacing - 1) / spacing) + 1];
    for (long third = lowestThird; third <= last; third++) {
      int cell = (int) ((third - lowestThird) / spacing);
      double part = (double) ((third - lowestThird) % spacing) / spacing;
      double mass = reference * thirds.pmf(third);
      spread[cell] += mass * (1 - part);
      if (part > 0) {
        spread[cell + 1] += mass * part;
      }
    }
    for (int cell = 0; cell < spread.length; cell++) {
      listLeftovers(nodes, s, lowestThird + cell * spacing, spread[cell]);
    }
  }

  /** How far apart the numbers of the third kind are that are listed; 1 lists them all. */
  private long spacing(long s, long last) {
    double least = among(s) + elsewhere(s, lowestThird, highestLeftover);
    long spacing = Math.max(1, (long) (NARROW * least / e0));
    long cells = (last - lowestThird + spacing - 1) / spacing;
    return lowestThird + cells * spacing <= clients - s ? spacing : 1;
  }

  private void listLeftovers(WeightNodes nodes, long s, long third, double mass) {
    long rest = clients - s - third;
    Binomial leftovers = new Binomial(rest, leftoverRate);
    long mode = Math.min(rest, (long) ((rest + 1) * leftoverRate));
    double peak = leftovers.pmf(mode);
    double pmf = peak;
    for (long c = mode; c <= rest && pmf > NEGLIGIBLE; c++) {
      add(nodes, s, (rest - c) + e0 * third, mass * pmf);
      boolean anew = (c + 1 - mode) % CountLaw.RECURRENCE == 0;
      pmf = anew ? leftovers.pmf(c + 1) : pmf * leftovers.ratioAbove(c);
    }
    pmf = peak * leftovers.ratioBelow(mode);
    for (long c = mode - 1; c >= 0 && pmf > NEGLIGIBLE; c--) {
      add(nodes, s, (rest - c) + e0 * third, mass * pmf);
      boolean anew = (mode - c + 1) % CountLaw.RECURRENCE == 0;
      pmf = anew ? leftovers.pmf(c - 1) : pmf * leftovers.ratioBelow(c);
    }
  }

  private void add(WeightNodes nodes, long s, double elsewhere, double mass) {
    double all = among(s) + elsewhere;
    if (all > 0 && mass > 0) {
      nodes.add(among(s) / all, mass * all / clients);
    }
  }
}
