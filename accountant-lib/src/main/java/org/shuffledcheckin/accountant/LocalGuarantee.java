package org.shuffledcheckin.accountant;

/** What a local randomiser promises about a single report, before any amplification. */
public sealed interface LocalGuarantee {
  /** Every report is epsilon0-locally differentially private, with delta 0. */
  record PureLdp(double epsilon0) implements LocalGuarantee {
    /** Validates epsilon0. */
    public PureLdp {
      Arguments.requirePositive("epsilon0", epsilon0);
    }
  }

  /**
   * Every report is a vector of norm at most C plus Gaussian noise of standard deviation {@code
   * noiseMultiplier * C} per coordinate. Replacing a record moves the vector by at most 2C.
   */
  record Gaussian(double noiseMultiplier) implements LocalGuarantee {
    /** How far replacing a record can move a clipped vector, in units of the clipping size. */
    public static final double REPLACEMENT_SENSITIVITY = 2;

    /** Validates the noise multiplier. */
    public Gaussian {
      Arguments.requirePositive("noise multiplier", noiseMultiplier);
    }

    /** Mean shift in units of the noise: sensitivity divided by standard deviation. */
    public double mu() {
      return REPLACEMENT_SENSITIVITY / noiseMultiplier;
    }
  }
}
