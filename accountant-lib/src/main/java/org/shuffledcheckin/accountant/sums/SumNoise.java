package org.shuffledcheckin.accountant.sums;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.LocalGuarantee;

/**
 * How much noise a sum of so many reports carries. More reports never carry less: every analysis of
 * sums rests on that.
 */
public sealed interface SumNoise {
  /**
   * How far replacing a record moves a sum of so many reports, at least one, in standard deviations
   * of its noise. Never grows with their number.
   */
  double mu(long reports);

  /**
   * Every report adds continuous Gaussian noise.
   *
   * @param noiseMultiplier of one report, in units of the clipping size
   */
  record Continuous(double noiseMultiplier) implements SumNoise {
    /** Validates the noise multiplier. */
    public Continuous {
      Arguments.requirePositive("noise multiplier", noiseMultiplier);
    }

    @Override
    public double mu(long reports) {
      return LocalGuarantee.Gaussian.REPLACEMENT_SENSITIVITY
          / (noiseMultiplier * Math.sqrt((double) reports));
    }
  }

  /**
   * Every report adds discrete Gaussian noise to integers. A sum of these is a rounded continuous
   * one with a little less noise, but for a deviation that is not in here.
   *
   * @param noise s, the parameter of the discrete Gaussian, above {@link #ROUNDING}
   * @param gridBound R, the largest norm of an integer vector
   */
  record Discrete(double noise, int gridBound) implements SumNoise {
    /** The parameter of the rounding: what it squares to is lost of a sum's variance. */
    public static final double ROUNDING = 2;

    /** Validates the numbers. */
    public Discrete {
      Arguments.requirePositive("noise of a report", noise - ROUNDING);
      Arguments.requireAtLeast("grid bound", gridBound, 1);
    }

    @Override
    public double mu(long reports) {
      double variance = reports * noise * noise - ROUNDING * ROUNDING;
      return LocalGuarantee.Gaussian.REPLACEMENT_SENSITIVITY * gridBound / Math.sqrt(variance);
    }
  }

  /**
   * The reports are split at random into groups, and the sum of every group is seen: a replaced
   * record touches one of them.
   *
   * @param noiseMultiplier of one report, in units of the clipping size
   * @param size how many reports are in a group, or all of them if there are fewer
   */
  record Groups(double noiseMultiplier, long size) implements SumNoise {
    /** Validates the numbers. */
    public Groups {
      Arguments.requirePositive("noise multiplier", noiseMultiplier);
      Arguments.requireAtLeast("size of a group", size, 1);
    }

    @Override
    public double mu(long reports) {
      return new Continuous(noiseMultiplier).mu(Math.min(size, reports));
    }
  }

  /**
   * Every sum carries at least this noise, whatever its number of reports.
   *
   * @param noiseMultiplier of the sum, in units of the clipping size
   */
  record AtLeast(double noiseMultiplier) implements SumNoise {
    /** Validates the noise multiplier. */
    public AtLeast {
      Arguments.requirePositive("noise multiplier", noiseMultiplier);
    }

    @Override
    public double mu(long reports) {
      return new LocalGuarantee.GaussianSum(noiseMultiplier).mu();
    }
  }
}
