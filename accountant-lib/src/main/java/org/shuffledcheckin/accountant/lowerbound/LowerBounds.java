package org.shuffledcheckin.accountant.lowerbound;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.LowerBound;
import org.shuffledcheckin.accountant.amplification.LaplaceMechanism;
import org.shuffledcheckin.accountant.sums.SumNoise;

/**
 * Shows how much of an upper bound is real: the epsilon of one actual randomiser on one actual pair
 * of data sets, composed over the rounds. No accountant can prove less for the same description.
 */
public final class LowerBounds {
  private LowerBounds() {}

  /**
   * Returns a lower bound on epsilon at delta after a number of rounds. For pure ε0 it is that of
   * 3-ary randomised response where all others hold the third value, for k-ary response its own,
   * for a binary response that of randomised response where all others hold the second value; for
   * Laplace and Gaussian noise, in reports or in their sum, that of two records at the largest
   * distance where all others agree with one of them.
   */
  public static LowerBound epsilon(CheckInRound round, long rounds, double delta) {
    Arguments.requireAtLeast("rounds", rounds, 0);
    Arguments.requireDelta(delta);
    if (round.guarantee() instanceof LocalGuarantee.Gaussian gaussian) {
      double epsilon = GaussianLowerBound.epsilon(round, gaussian.mu(), rounds, delta);
      return new LowerBound(epsilon, delta, "gaussian-extremal-pair");
    }
    if (round.guarantee() instanceof LocalGuarantee.Laplace laplace) {
      LaplaceLowerBound bound = new LaplaceLowerBound(round, LaplaceMechanism.of(laplace));
      return new LowerBound(bound.epsilon(rounds, delta), delta, "laplace-extremal-pair");
    }
    if (round.guarantee() instanceof LocalGuarantee.GaussianSum sum) {
      SumNoise noise = new SumNoise.AtLeast(sum.noiseMultiplier());
      return new SumLowerBound(round.clients(), round.checkInRate(), 0, noise)
          .epsilon(rounds, delta);
    }
    LocalGuarantee.Pure pure = (LocalGuarantee.Pure) round.guarantee();
    int values = values(pure);
    ResponseLowerBound bound = new ResponseLowerBound(round, pure.epsilon0(), values);
    return new LowerBound(bound.epsilon(rounds, delta), delta, values + "-ary-response");
  }

  private static int values(LocalGuarantee.Pure pure) {
    return pure instanceof LocalGuarantee.KAryResponse response
        ? response.values()
        : pure instanceof LocalGuarantee.BinaryResponse ? 2 : 3;
  }
}
