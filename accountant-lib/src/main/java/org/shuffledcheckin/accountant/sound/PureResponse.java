package org.shuffledcheckin.accountant.sound;

import org.shuffledcheckin.accountant.LocalGuarantee;

/**
 * A pure randomiser as the worst one with its epsilon0 whose reports tell anything at all only with
 * a probability. For k-ary response that is (e0 + 1)/(e0 + k - 1): two records differ in how often
 * they send two of the k symbols; every other symbol is as likely under both, hence as good as no
 * report. With that probability the pair of any pure randomiser is exactly its pair, with either
 * law of check-ins (privacy analysis, section 5a).
 *
 * @param epsilon0 of the randomiser
 * @param telling the probability, rounded up
 */
record PureResponse(double epsilon0, double telling) {
  private static final double ROUNDING = 1e-14;

  static PureResponse of(LocalGuarantee guarantee) {
    if (guarantee instanceof LocalGuarantee.PureLdp pure) {
      return new PureResponse(pure.epsilon0(), 1);
    }
    if (guarantee instanceof LocalGuarantee.KAryResponse response) {
      double small = Math.exp(-response.epsilon0());
      double telling = (1 + small) / (1 + (response.values() - 1) * small);
      return new PureResponse(response.epsilon0(), Math.min(1, telling * (1 + ROUNDING)));
    }
    throw new IllegalStateException("not a pure randomiser: " + guarantee);
  }
}
