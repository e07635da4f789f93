package org.shuffledcheckin.kit.round;

import org.shuffledcheckin.accountant.LocalGuarantee;

/** The local randomiser of a round as announced: what each report is and what it promises. */
public sealed interface RandomizerTerms {
  /** Length of the vector that is randomised. */
  int dimension();

  /** What the accountant may count on for one report. */
  LocalGuarantee guarantee();

  /** Gaussian noise on the integer grid. */
  record Gaussian(int dimension, double clip, double noiseMultiplier, double gridStep)
      implements RandomizerTerms {
    /** Validates the terms. */
    public Gaussian {
      Checks.dimension(dimension, 1);
      Checks.positive("clip", clip);
      Checks.positive("noise multiplier", noiseMultiplier);
      Checks.positive("grid step", gridStep);
      if (gridStep > clip) {
        throw new IllegalArgumentException(
            "grid step must be at most the clip " + clip + " but is " + gridStep);
      }
    }

    @Override
    public LocalGuarantee guarantee() {
      return new LocalGuarantee.Gaussian(noiseMultiplier);
    }
  }

  /** LDP-SGD: a random direction that leans toward the clipped gradient. */
  record LdpSgd(int dimension, double clip, double epsilon0) implements RandomizerTerms {
    /** Validates the terms. */
    public LdpSgd {
      Checks.dimension(dimension, 1);
      Checks.positive("clip", clip);
      Checks.epsilon0(epsilon0);
    }

    @Override
    public LocalGuarantee guarantee() {
      return new LocalGuarantee.PureLdp(epsilon0);
    }
  }

  /** Discrete Laplace noise on a number in [lower, upper]. */
  record Laplace(double lower, double upper, double epsilon0) implements RandomizerTerms {
    /** Validates the terms. */
    public Laplace {
      if (!(Double.isFinite(lower) && Double.isFinite(upper) && lower < upper)) {
        throw new IllegalArgumentException(
            "Laplace range must be finite and not empty but is [" + lower + ", " + upper + "]");
      }
      Checks.epsilon0(epsilon0);
    }

    @Override
    public int dimension() {
      return 1;
    }

    @Override
    public LocalGuarantee guarantee() {
      return new LocalGuarantee.PureLdp(epsilon0);
    }
  }

  /** Randomised response over {@code dimension} answers. */
  record KAry(int dimension, double epsilon0) implements RandomizerTerms {
    /** Validates the terms. */
    public KAry {
      Checks.dimension(dimension, 2);
      Checks.epsilon0(epsilon0);
    }

    @Override
    public LocalGuarantee guarantee() {
      return new LocalGuarantee.PureLdp(epsilon0);
    }
  }
}
