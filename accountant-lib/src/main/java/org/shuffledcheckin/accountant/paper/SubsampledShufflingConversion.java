package org.shuffledcheckin.accountant.paper;

import org.shuffledcheckin.accountant.amplification.Subsampling;
import org.shuffledcheckin.accountant.numeric.SecondOrder;
import org.shuffledcheckin.accountant.rdp.CheckInMixture;
import org.shuffledcheckin.accountant.rdp.PaperRdpCurve;

/**
 * The paper's Approach 2: subsample k shuffled reports as approximate DP, turn that into Rényi
 * divergence by the conversion lemma, and average over k. Rests on the lemma, so it is PAPER.
 */
public final class SubsampledShufflingConversion {
  private SubsampledShufflingConversion() {}

  /** Returns the curve of one round. */
  public static PaperRdpCurve curve(ShuffledRound round) {
    long lastCount = round.lastCount();
    return PaperRdpCurve.of(
        "approach-2", Baseline.MAX_ORDER, order -> divergence(round, lastCount, order));
  }

  private static double divergence(ShuffledRound round, long lastCount, int order) {
    CheckInMixture.Moments moments =
        (from, to) -> {
          long count = Math.min(to, lastCount);
          double epsilon = from == to ? round.epsilon(count) : round.epsilon0();
          return excess(round, order, to, epsilon, round.delta(count));
        };
    return CheckInMixture.divergence(
        CheckInMixture.logExcessOfSmooth(round.clients(), round.checkInRate(), moments), order);
  }

  private static double excess(
      ShuffledRound round, int order, long checkIns, double epsilon, double delta) {
    if (checkIns == 0) {
      return Double.NEGATIVE_INFINITY;
    }
    Subsampling.Approximate amplified =
        Subsampling.withoutReplacement((double) checkIns / round.clients(), epsilon, delta);
    double lemma = ConversionLemma.value(order, amplified.epsilon(), amplified.delta());
    return SecondOrder.logExpm1((order - 1) * lemma);
  }
}
