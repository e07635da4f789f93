package org.shuffledcheckin.accountant.sound;

import org.shuffledcheckin.accountant.pld.LossGrid;
import org.shuffledcheckin.accountant.pld.RoundLosses;

/**
 * The dominating pair of one shuffled check-in round with an epsilon0-LDP randomiser and Bernoulli
 * check-ins.
 *
 * <p>With q = e0/(1+e0), the differing client's report is V1 with probability q and V0 otherwise,
 * or the other way round; every other client's report is V1 or V0 with probability p each. The
 * observer sees a, b (how many V1 and V0) and what the other reports were. Given s = a + b and all
 * of that, the differing client is among the s with a probability w (see {@link Membership}), so
 *
 * <pre>  P(a | s, w) = Bin(s, 1/2)(a) (1 + x),  Q(a | s, w) = Bin(s, 1/2)(a) (1 - x),
 *   x = w (2q - 1) (a - b)/s,  loss = log((1 + x)/(1 - x)).</pre>
 *
 * This is the pair W_P/W_Q of the privacy analysis in other words.
 *
 * <p>Three steps make it small, each sound: (1) the divergence given s is convex in w, so the law
 * of w may be spread on nodes that keep its mean; (2) fewer fair coins hide less, so a bucket of s
 * may be replaced by its smallest s with the same w; (3) tails go to the losses +-epsilon0 of the
 * bare randomiser, which dominates everything.
 */
final class CheckInPair {
  /** Relative width of w below which its two ends are nodes enough. */
  private static final double NARROW = 0.02;

  /** Relative width of a bucket of s. */
  private static final double BUCKET = 1e-4;

  private final Membership membership;
  private final double epsilon0;
  private final double smallest;
  private double tail;

  CheckInPair(Membership membership, double epsilon0) {
    this.membership = membership;
    this.epsilon0 = epsilon0;
    // Of 1 - w: the largest loss is that of the bare randomiser, 1 - x = 2/(e0 + 1).
    this.smallest = NARROW * 2 / (Math.exp(epsilon0) + 1);
  }

  /** The losses of one round. */
  RoundLosses losses() {
    if (membership.isEmpty()) {
      return new LossGrid(1, 1).toLosses();
    }
    tail = 2 * Membership.TAIL + membership.outOfRange();
    long highest = membership.highest();
    LossGrid grid = new LossGrid(typicalLoss(), epsilon0);
    ConditionalLosses target = new ConditionalLosses(grid, epsilon0, membership.rounding());
    for (long s = Math.max(1, membership.lowest()); s <= highest; s = bucketEnd(s, highest) + 1) {
      addBucket(target, s, bucketEnd(s, highest));
    }
    tail += target.tail();
    target.addBareRandomiser(tail);
    return target.toLosses();
  }

  private static long bucketEnd(long s, long highest) {
    return Math.min(highest, s + (long) (s * BUCKET));
  }

  /** A scale for the grid; a poor one costs accuracy, never soundness. */
  private double typicalLoss() {
    double variance = 0;
    long stride = 1 + (membership.highest() - membership.lowest()) / 1000;
    for (long s = Math.max(1, membership.lowest()); s <= membership.highest(); s += stride) {
      double probability = stride * (membership.absentMass(s) + membership.presentMass(s));
      double w = Math.min(1, membership.high(s));
      variance += probability * 4 * w * w / s;
    }
    double contrast = Math.tanh(epsilon0 / 2);
    return Math.max(1e-150, Math.min(epsilon0, contrast * Math.sqrt(variance)));
  }

  private void addBucket(ConditionalLosses target, long first, long last) {
    double low = membership.low(first);
    double high = membership.high(last);
    double total = 0;
    double present = 0;
    for (long s = first; s <= last; s++) {
      present += membership.presentMass(s);
      total += membership.presentMass(s) + membership.absentMass(s);
    }
    if (total == 0) {
      return;
    }
    WeightNodes nodes;
    double mean = Math.min(high, Math.max(low, present / total));
    boolean narrow = high - low <= NARROW * Math.min(mean, Math.max(1 - high, smallest));
    if (narrow || first < last || !membership.isListed()) {
      nodes = WeightNodes.even(low, high, 1);
      nodes.add(mean, total);
      // Outcomes beyond the range of w shift the mean; what they can shift is paid for here.
      tail += high > low ? total * 2 * membership.outOfRange() * high / (high - low) : 0;
    } else {
      nodes = WeightNodes.ofProbabilities(low, high, NARROW, smallest);
      membership.list(nodes, first);
    }
    target.add(first, nodes);
  }
}
