package org.shuffledcheckin.accountant.sound;

import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.amplification.LaplaceMechanism;

/**
 * A pure randomiser as the worst one with its epsilon0, less what is known of its law (privacy
 * analysis, section 5a).
 *
 * @param epsilon0 of the randomiser
 * @param telling the probability, rounded up, that a report tells anything at all. For k-ary
 *     response it is (e0 + 1)/(e0 + k - 1): two records differ in how often they send two of the k
 *     values; every other value is as likely under both, hence as good as no report. With that
 *     probability the pair of any pure randomiser is exactly its pair, with either law of check-ins
 * @param share the total variation of two reports, rounded up, as a share of the largest that
 *     epsilon0 allows, (e0 - 1)/(e0 + 1)
 */
record PureResponse(double epsilon0, double telling, double share) {
  private static final double ROUNDING = 1e-14;

  /** From here on every total variation is as good as the largest. */
  private static final double LARGE = 40;

  static PureResponse of(LocalGuarantee.Pure guarantee) {
    double epsilon0 = guarantee.epsilon0();
    if (guarantee instanceof LocalGuarantee.KAryResponse response) {
      double small = Math.exp(-epsilon0);
      double telling = (1 + small) / (1 + (response.values() - 1) * small);
      return new PureResponse(epsilon0, upward(telling), 1);
    }
    if (guarantee instanceof LocalGuarantee.Laplace laplace && epsilon0 < LARGE) {
      double variation = LaplaceMechanism.of(laplace).totalVariation();
      return new PureResponse(epsilon0, 1, upward(variation / Math.tanh(0.5 * epsilon0)));
    }
    return new PureResponse(epsilon0, 1, 1);
  }

  private static double upward(double probability) {
    return Math.min(1, probability * (1 + ROUNDING));
  }
}
