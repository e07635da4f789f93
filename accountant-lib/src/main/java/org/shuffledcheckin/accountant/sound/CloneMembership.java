package org.shuffledcheckin.accountant.sound;

import org.shuffledcheckin.accountant.numeric.Binomial;

/**
 * Membership where the observer sees, beside the s, how many reports c were leftovers, and clients
 * may be absent. The differing client, which is never a leftover, may have a rate of its own.
 */
final class CloneMembership extends Membership {
  private final long others;
  private final double leftoverRate;
  private final long lowestLeftover;
  private final long highestLeftover;
  private final double odds;

  /**
   * Describes the law.
   *
   * @param others how many other clients there are, all with the same rate
   * @param rate the rate of the others
   * @param ownRate the rate of the differing client
   */
  CloneMembership(
      long others, double rate, double ownRate, double epsilon0, CloneAnalysis analysis) {
    super(others, 2 * rate * analysis.cloneProbability(epsilon0), ownRate);
    double p = analysis.cloneProbability(epsilon0);
    double notClone = 1 - 2 * rate * p;
    this.others = others;
    this.leftoverRate = notClone <= 0 ? 0 : Math.min(1, rate * (1 - 2 * p) / notClone);
    Binomial fewest = new Binomial(others - Math.min(others, highest()), leftoverRate);
    Binomial most = new Binomial(others - lowest(), leftoverRate);
    this.lowestLeftover = Math.max(0, fewest.lowerQuantile(TAIL) + 1);
    this.highestLeftover = Math.min(others, most.upperQuantile(TAIL));
    this.odds = ownRate == rate ? 2 * p : (1 - ownRate) / (1 - rate) * 2 * rate * p / ownRate;
  }

  @Override
  double outOfRange() {
    return 2 * TAIL;
  }

  /** Whether w follows from s and c by a finite ratio. */
  @Override
  boolean isListed() {
    return odds < Double.POSITIVE_INFINITY;
  }

  @Override
  double low(long s) {
    return isListed() ? weight(s, lowestLeftover) : 0;
  }

  @Override
  double high(long s) {
    return isListed() ? weight(s, highestLeftover) : 1;
  }

  private double weight(long s, long c) {
    double absent = odds * Math.max(0, others + 1 - s - c);
    return s / (s + absent);
  }

  @Override
  void list(WeightNodes nodes, long s) {
    Binomial whenAbsent = new Binomial(others - Math.min(others, s), leftoverRate);
    Binomial whenPresent = new Binomial(others - s + 1, leftoverRate);
    double absent = s > others ? 0 : absentMass(s);
    double present = presentMass(s);
    for (long c = lowestLeftover; c <= highestLeftover; c++) {
      double a = absent == 0 ? 0 : absent * whenAbsent.pmf(c);
      double b = present * whenPresent.pmf(c);
      if (a + b > 0) {
        nodes.add(b / (a + b), a + b);
      }
    }
  }
}
