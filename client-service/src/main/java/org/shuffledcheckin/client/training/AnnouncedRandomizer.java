package org.shuffledcheckin.client.training;

import org.shuffledcheckin.kit.round.RandomizerTerms;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.LaplaceSpec;
import org.shuffledcheckin.report.randomizer.LdpSgdSpec;
import org.shuffledcheckin.report.randomizer.RandomizedResponseSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/** Turns announced randomiser terms into the description that makes reports. */
public final class AnnouncedRandomizer {
  private AnnouncedRandomizer() {}

  /**
   * The description of a round's randomiser.
   *
   * @throws IllegalArgumentException if its values do not fit together, or its reports have another
   *     length than announced
   */
  public static RandomizerSpec of(RoundTerms terms) {
    RandomizerSpec spec = of(terms.randomizer());
    if (spec.reportBytes() != terms.reportBytes()) {
      throw new IllegalArgumentException(
          "report bytes must be %d for this randomiser but are %d"
              .formatted(spec.reportBytes(), terms.reportBytes()));
    }
    return spec;
  }

  private static RandomizerSpec of(RandomizerTerms terms) {
    if (terms instanceof RandomizerTerms.Gaussian gaussian) {
      return new GaussianSpec(
          gaussian.dimension(), gaussian.clip(), gaussian.noiseMultiplier(), steps(gaussian));
    } else if (terms instanceof RandomizerTerms.LdpSgd sgd) {
      return new LdpSgdSpec(sgd.dimension(), sgd.clip(), sgd.epsilon0());
    } else if (terms instanceof RandomizerTerms.Laplace laplace) {
      return new LaplaceSpec(laplace.lower(), laplace.upper(), laplace.epsilon0());
    } else if (terms instanceof RandomizerTerms.KAry kAry) {
      return new RandomizedResponseSpec(kAry.dimension(), kAry.epsilon0());
    }
    throw new IllegalArgumentException("randomiser is of a kind this client does not know");
  }

  /** The clip must be a whole number of grid steps, to the last bit. */
  private static int steps(RandomizerTerms.Gaussian gaussian) {
    long steps = Math.round(gaussian.clip() / gaussian.gridStep());
    if (steps < 1 || steps > Short.MAX_VALUE || gaussian.clip() / steps != gaussian.gridStep()) {
      throw new IllegalArgumentException(
          "grid step must divide the clip %s into 1 to 32767 steps but is %s"
              .formatted(gaussian.clip(), gaussian.gridStep()));
    }
    return (int) steps;
  }
}
