package org.shuffledcheckin.accountant.paper;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.amplification.ClosedFormShuffling;
import org.shuffledcheckin.accountant.amplification.Subsampling;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.rdp.PaperRdpCurve;

/**
 * The paper's Theorem 1 and the baseline that composes it: treat the round as if exactly l clients
 * had checked in, and pay β = Pr(at least l) for the rest.
 *
 * <p>One round of the corrected form is an (epsilon, delta) pair whose proof needs the same for
 * every count up to l, while the closed form fails for small counts; composing it goes through the
 * conversion lemma. Both stay PAPER.
 *
 * @param epsilon amplified epsilon, with (e0 − 1)/(e0 + 1)
 * @param epsilonBeforeSubsampling epsilon of l shuffled reports
 * @param deltaOfCount δ_l, with the epsilon before subsampling
 * @param beta Pr(at least l check in), exact
 * @param printedEpsilon epsilon as printed, with (e0 − 1)/e0
 * @param printedDeltaOfCount δ_l as printed, with the amplified epsilon
 */
public record Baseline(
    double epsilon,
    double epsilonBeforeSubsampling,
    double deltaOfCount,
    double beta,
    double printedEpsilon,
    double printedDeltaOfCount) {
  /** Largest order that the table's conversion searches. */
  public static final int MAX_ORDER = 3000;

  /** Evaluates Theorem 1 at a count l, corrected and as printed. */
  public static Baseline theorem(ShuffledRound round, long count) {
    Arguments.requireBetween("l", count, 1, round.clients());
    double rate = (double) count / round.clients();
    ClosedFormShuffling shuffling = new ClosedFormShuffling(count, round.epsilon0());
    double before = shuffling.amplified21(round.delta1());
    Subsampling.Approximate corrected =
        Subsampling.withoutReplacement(
            rate, before, shuffling.delta(before, round.delta0(), round.delta1()));
    double beta = new Binomial(round.clients(), round.checkInRate()).survival(count);
    double printed = printedEpsilon(round, count);
    return new Baseline(
        corrected.epsilon(),
        before,
        corrected.delta(),
        beta,
        printed,
        rate * shuffling.delta(printed, round.delta0(), round.delta1()));
  }

  /** δ_l + β. */
  public double delta() {
    return deltaOfCount + beta;
  }

  private static double printedEpsilon(ShuffledRound round, long count) {
    double e = Math.exp(round.epsilon0());
    double spread =
        8 * Math.sqrt(count * e * Math.log(4 / round.delta1())) / round.clients()
            + 8 * e / round.clients();
    return Math.log1p(-Math.expm1(-round.epsilon0()) * spread);
  }

  /**
   * Returns the curve of the paper's baseline: Theorem 1 at count l with tail β, turned into Rényi
   * divergence by the conversion lemma.
   */
  public static PaperRdpCurve curve(ShuffledRound round, long count, double beta) {
    Arguments.requireBetween("l", count, 1, round.clients());
    double rate = (double) count / round.clients();
    Subsampling.Approximate amplified =
        Subsampling.withoutReplacement(rate, round.epsilon(count), round.delta(count));
    double delta = beta + amplified.delta();
    return PaperRdpCurve.of(
        "baseline", MAX_ORDER, order -> ConversionLemma.value(order, amplified.epsilon(), delta));
  }
}
