package org.shuffledcheckin.accountant.sound;

import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.pld.LossGrid;
import org.shuffledcheckin.accountant.pld.RoundLosses;

/**
 * The dominating pair of one shuffled check-in round with an epsilon0-LDP randomiser and Bernoulli
 * check-ins.
 *
 * <p>With q = e0/(1+e0), the differing client's report is V1 with probability q and V0 otherwise,
 * or the other way round; every other client's report is V1 or V0 with probability p each. The
 * observer sees a, b (how many V1 and V0) and c (how many reports were neither). Given s = a + b
 * and c, the differing client is among the s with a probability w(s, c), so
 *
 * <pre>  P(a | s, c) = Bin(s, 1/2)(a) (1 + x),  Q(a | s, c) = Bin(s, 1/2)(a) (1 - x),
 *   x = w (2q - 1) (a - b)/s,  loss = log((1 + x)/(1 - x)).</pre>
 *
 * This is the pair W_P/W_Q of the privacy analysis in other words, for a differing client whose
 * rate may be another than that of the others.
 *
 * <p>Three steps make it small, each sound: (1) the divergence given s is convex in w, so the law
 * of w may be spread on nodes that keep its mean; (2) fewer fair coins hide less, so a bucket of s
 * may be replaced by its smallest s with the same w; (3) tails go to the losses +-epsilon0 of the
 * bare randomiser, which dominates everything.
 */
final class CheckInPair {
  /** Probability that may be treated by the bare randomiser, per tail. */
  private static final double TAIL = 1e-32;

  /** Relative width of w below which its two ends are nodes enough. */
  private static final double NARROW = 0.02;

  /** Relative width of a bucket of s. */
  private static final double BUCKET = 1e-4;

  private final long others;
  private final double rate;
  private final double ownRate;
  private final double epsilon0;
  private final double cloneProbability;
  private final Binomial clones;
  private double tail;

  /**
   * Describes the pair.
   *
   * @param others how many other clients there are, all with the same rate
   * @param rate the rate of the others
   * @param ownRate the rate of the differing client
   */
  CheckInPair(long others, double rate, double ownRate, double epsilon0, CloneAnalysis analysis) {
    this.others = others;
    this.rate = rate;
    this.ownRate = ownRate;
    this.epsilon0 = epsilon0;
    this.cloneProbability = analysis.cloneProbability(epsilon0);
    this.clones = new Binomial(others, 2 * rate * cloneProbability);
  }

  /** The losses of one round. */
  RoundLosses losses() {
    if (ownRate == 0) {
      return new LossGrid(1, 1).toLosses();
    }
    tail = 2 * TAIL;
    long lowest = Math.max(0, clones.lowerQuantile(TAIL) + 1);
    long highest = clones.upperQuantile(TAIL);
    WeightRange weights = new WeightRange(lowest, highest);
    double scale = typicalLoss(lowest, highest, weights);
    ConditionalLosses target =
        new ConditionalLosses(new LossGrid(scale, epsilon0), epsilon0, rounding());
    for (long s = Math.max(1, lowest); s <= highest; s = bucketEnd(s, highest) + 1) {
      addBucket(target, s, bucketEnd(s, highest), weights);
    }
    tail += target.tail();
    target.addBareRandomiser(tail);
    return target.toLosses();
  }

  /**
   * Bounds the relative error of weights and probabilities: that of laws of counts and, within 16
   * deviations, of the rounded rate at which clients send neither type.
   */
  private double rounding() {
    return LossGrid.RESERVE + 0x1p-48 * Math.sqrt((double) others);
  }

  private static long bucketEnd(long s, long highest) {
    return Math.min(highest, s + (long) (s * BUCKET));
  }

  private double absentMass(long s) {
    return (1 - ownRate) * clones.pmf(s);
  }

  private double presentMass(long s) {
    return s == 0 ? 0 : ownRate * clones.pmf(s - 1);
  }

  /** A scale for the grid; a poor one costs accuracy, never soundness. */
  private double typicalLoss(long lowest, long highest, WeightRange weights) {
    double variance = 0;
    long stride = 1 + (highest - lowest) / 1000;
    for (long s = Math.max(1, lowest); s <= highest; s += stride) {
      double probability = stride * (absentMass(s) + presentMass(s));
      double w = Math.min(1, weights.high(s));
      variance += probability * 4 * w * w / s;
    }
    double contrast = Math.tanh(epsilon0 / 2);
    return Math.max(1e-150, Math.min(epsilon0, contrast * Math.sqrt(variance)));
  }

  private void addBucket(ConditionalLosses target, long first, long last, WeightRange weights) {
    double low = weights.low(first);
    double high = weights.high(last);
    double total = 0;
    double present = 0;
    for (long s = first; s <= last; s++) {
      present += presentMass(s);
      total += presentMass(s) + absentMass(s);
    }
    if (total == 0) {
      return;
    }
    WeightNodes nodes;
    double mean = Math.min(high, Math.max(low, present / total));
    if (high - low <= NARROW * mean || first < last || !weights.resolved()) {
      nodes = new WeightNodes(low, high, 1);
      nodes.add(mean, total);
      // Outcomes beyond the range of c shift the mean; what they can shift is paid for here.
      tail += high > low ? total * 4 * TAIL * high / (high - low) : 0;
    } else {
      nodes = new WeightNodes(low, high, (int) Math.ceil((high - low) / (NARROW * mean)));
      enumerate(nodes, first, weights);
    }
    target.add(first, nodes);
  }

  /** Adds every c in the range by its own probability. */
  private void enumerate(WeightNodes nodes, long s, WeightRange weights) {
    double restRate = leftoverRate();
    Binomial whenAbsent = new Binomial(others - Math.min(others, s), restRate);
    Binomial whenPresent = new Binomial(others - s + 1, restRate);
    double absent = s > others ? 0 : absentMass(s);
    double present = presentMass(s);
    for (long c = weights.lowestLeftover; c <= weights.highestLeftover; c++) {
      double a = absent == 0 ? 0 : absent * whenAbsent.pmf(c);
      double b = present * whenPresent.pmf(c);
      if (a + b > 0) {
        nodes.add(b / (a + b), a + b);
      }
    }
  }

  private double leftoverRate() {
    double p = cloneProbability;
    double notClone = 1 - 2 * rate * p;
    return notClone <= 0 ? 0 : Math.min(1, rate * (1 - 2 * p) / notClone);
  }

  /** The range of the probability w(s, c) that the differing client is among the s. */
  private final class WeightRange {
    private final long lowestLeftover;
    private final long highestLeftover;
    private final double odds;

    WeightRange(long lowestClones, long highestClones) {
      double leftoverRate = leftoverRate();
      Binomial fewest = new Binomial(others - Math.min(others, highestClones), leftoverRate);
      Binomial most = new Binomial(others - lowestClones, leftoverRate);
      this.lowestLeftover = Math.max(0, fewest.lowerQuantile(TAIL) + 1);
      this.highestLeftover = Math.min(others, most.upperQuantile(TAIL));
      this.odds =
          ownRate == rate
              ? 2 * cloneProbability
              : (1 - ownRate) / (1 - rate) * 2 * rate * cloneProbability / ownRate;
      tail += 2 * TAIL;
    }

    /** Whether w follows from s and c by a finite ratio. */
    boolean resolved() {
      return odds < Double.POSITIVE_INFINITY;
    }

    double low(long s) {
      return resolved() ? weight(s, lowestLeftover) : 0;
    }

    double high(long s) {
      return resolved() ? weight(s, highestLeftover) : 1;
    }

    private double weight(long s, long c) {
      double absent = odds * Math.max(0, others + 1 - s - c);
      return s / (s + absent);
    }
  }
}
