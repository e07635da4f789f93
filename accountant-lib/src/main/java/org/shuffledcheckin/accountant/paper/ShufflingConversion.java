package org.shuffledcheckin.accountant.paper;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.shuffledcheckin.accountant.rdp.CheckInMixture;
import org.shuffledcheckin.accountant.rdp.PaperRdpCurve;
import org.shuffledcheckin.accountant.rdp.WithoutReplacement;

/**
 * The paper's Approach 1: turn k shuffled reports into Rényi divergence by the conversion lemma,
 * subsample that, and average over k. Rests on the lemma, so it is PAPER. Not thread-safe: it
 * remembers the lemma's values, which all orders share.
 */
public final class ShufflingConversion {
  /** Largest order that the table's conversion searches for this approach. */
  public static final int MAX_ORDER = 450;

  private static final int REMEMBERED_COUNTS = 4096;

  private final ShuffledRound round;
  private final long lastCount;
  private final Map<Long, double[]> remembered = new HashMap<>();
  private final Map<Long, Double> atOrder = new HashMap<>();
  private int order;

  private ShufflingConversion(ShuffledRound round) {
    this.round = round;
    this.lastCount = round.lastCount();
  }

  /** Returns the curve of one round. */
  public static PaperRdpCurve curve(ShuffledRound round) {
    ShufflingConversion approach = new ShufflingConversion(round);
    return PaperRdpCurve.of("approach-1", MAX_ORDER, approach::divergence);
  }

  private double divergence(int newOrder) {
    order = newOrder;
    atOrder.clear();
    return CheckInMixture.divergence(
        CheckInMixture.logExcessOfSmooth(round.clients(), round.checkInRate(), this::logExcess),
        order);
  }

  /** Without shuffling credit every factor grows with the count. */
  private double logExcess(long from, long to) {
    if (from == to || round.shuffling() == ShuffledRound.Shuffling.IGNORED) {
      return atOrder.computeIfAbsent(to, this::subsampled);
    }
    double delta = round.delta(Math.min(to, lastCount));
    return WithoutReplacement.logExcess(
        order,
        (double) to / round.clients(),
        j -> ConversionLemma.value(j, round.epsilon0(), delta),
        Double.POSITIVE_INFINITY);
  }

  private double subsampled(long checkIns) {
    double[] lemma = lemmaValues(Math.min(checkIns, lastCount));
    return WithoutReplacement.logExcess(
        order, (double) checkIns / round.clients(), j -> lemma[j], Double.POSITIVE_INFINITY);
  }

  /** The lemma's value for orders 2 to the present one, or further, at a count. */
  private double[] lemmaValues(long checkIns) {
    double[] known = remembered.getOrDefault(checkIns, new double[2]);
    if (known.length > order) {
      return known;
    }
    double[] values = Arrays.copyOf(known, Math.max(order + 1, known.length * 3 / 2));
    for (int j = known.length; j < values.length; j++) {
      values[j] = ConversionLemma.value(j, round.epsilon(checkIns), round.delta(checkIns));
    }
    if (remembered.size() < REMEMBERED_COUNTS || remembered.containsKey(checkIns)) {
      remembered.put(checkIns, values);
    }
    return values;
  }
}
