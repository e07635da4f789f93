package org.shuffledcheckin.accountant;

/**
 * What a local randomiser promises about a single report, or about the sum of a round's reports
 * where nobody sees single ones, before any amplification. Each has one text, such as {@code
 * gaussian:1.0}, from which it can be read back.
 */
public sealed interface LocalGuarantee {
  /** The one text of this guarantee. */
  String text();

  /**
   * Whether every randomiser with this guarantee has the other one too, so that a round with it may
   * be charged as one with the other.
   */
  boolean implies(LocalGuarantee other);

  /**
   * Reads what {@link #text()} wrote.
   *
   * @throws IllegalArgumentException if it is not the text of a guarantee
   */
  static LocalGuarantee parse(String text) {
    return GuaranteeText.parse(text);
  }

  /** What k-ary randomised response promises; with two values that is a binary response. */
  static Pure response(double epsilon0, int values) {
    Arguments.requireAtLeast("values", values, 2);
    return values == 2 ? new BinaryResponse(epsilon0) : new KAryResponse(epsilon0, values);
  }

  /**
   * Every report is epsilon0-locally differentially private, with delta 0. What else is known of
   * its law makes a round cheaper, never dearer.
   */
  sealed interface Pure extends LocalGuarantee {
    /** No report is more than e^epsilon0 times as likely under one record as under another. */
    double epsilon0();
  }

  /** Every report is epsilon0-locally differentially private, and nothing else is known. */
  record PureLdp(double epsilon0) implements Pure {
    /** Validates epsilon0. */
    public PureLdp {
      Arguments.requirePositive("epsilon0", epsilon0);
    }

    @Override
    public String text() {
      return GuaranteeText.of(GuaranteeText.PURE, epsilon0);
    }

    @Override
    public boolean implies(LocalGuarantee other) {
      return other instanceof PureLdp pure && epsilon0 <= pure.epsilon0;
    }
  }

  /**
   * Every report is one bit beside randomness that was drawn without looking at the record; given
   * that randomness the bit is epsilon0-locally differentially private. Randomised response over
   * two values is, and so is LDP-SGD, whose report is a random direction and a side of it.
   */
  record BinaryResponse(double epsilon0) implements Pure {
    /** Validates epsilon0. */
    public BinaryResponse {
      Arguments.requirePositive("epsilon0", epsilon0);
    }

    @Override
    public String text() {
      return GuaranteeText.of(GuaranteeText.BINARY, epsilon0);
    }

    @Override
    public boolean implies(LocalGuarantee other) {
      return other instanceof BinaryResponse response
          ? epsilon0 <= response.epsilon0
          : new PureLdp(epsilon0).implies(other);
    }
  }

  /**
   * Every report is the client's value with probability e^epsilon0 / (e^epsilon0 + values - 1) and
   * each other value with probability 1 / (e^epsilon0 + values - 1): randomised response over three
   * values or more.
   */
  record KAryResponse(double epsilon0, int values) implements Pure {
    /** Validates the numbers. */
    public KAryResponse {
      Arguments.requirePositive("epsilon0", epsilon0);
      Arguments.requireAtLeast("values", values, 3);
    }

    @Override
    public String text() {
      return GuaranteeText.of(GuaranteeText.K_ARY, epsilon0) + ":" + values;
    }

    /** A response may be replaced at random afterwards, which makes epsilon0 smaller. */
    @Override
    public boolean implies(LocalGuarantee other) {
      return other instanceof KAryResponse response
          ? values == response.values && epsilon0 <= response.epsilon0
          : new PureLdp(epsilon0).implies(other);
    }
  }

  /**
   * Every report is one of {@code gridSteps + 1} evenly spaced numbers plus discrete Laplace noise
   * on the same grid, x steps of noise having a probability proportional to e^(-|x| epsilon0 /
   * gridSteps).
   */
  record Laplace(double epsilon0, int gridSteps) implements Pure {
    /** The finest grid. */
    public static final int MOST_STEPS = 1 << 20;

    /** Validates the numbers. */
    public Laplace {
      Arguments.requirePositive("epsilon0", epsilon0);
      Arguments.requireBetween("grid steps", gridSteps, 1, MOST_STEPS);
    }

    @Override
    public String text() {
      return GuaranteeText.of(GuaranteeText.LAPLACE, epsilon0) + ":" + gridSteps;
    }

    /** More noise can be added to every report afterwards. */
    @Override
    public boolean implies(LocalGuarantee other) {
      return other instanceof Laplace laplace
          ? gridSteps == laplace.gridSteps && epsilon0 <= laplace.epsilon0
          : new PureLdp(epsilon0).implies(other);
    }
  }

  /**
   * Every report is a vector of norm at most C plus Gaussian noise of standard deviation {@code
   * noiseMultiplier * C} per coordinate, or within {@link #DEVIATION} of that. Replacing a record
   * moves the vector by at most 2C.
   */
  record Gaussian(double noiseMultiplier) implements LocalGuarantee {
    /**
     * What the law of a real report may be off by in total variation, up to post-processing, if the
     * random bits are uniform: noise is drawn by a computer. Every bound charges for it.
     */
    public static final double DEVIATION = 0x1p-122;

    /**
     * At most how often an honest report is refused for its length. Whoever sees the reports can
     * tell as much without us; who sees but their sum cannot, and is charged.
     */
    public static final double REFUSED = 0x1p-80;

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

    @Override
    public String text() {
      return GuaranteeText.of(GuaranteeText.GAUSSIAN, noiseMultiplier);
    }

    /** More noise can be added to every report afterwards. */
    @Override
    public boolean implies(LocalGuarantee other) {
      return other instanceof Gaussian gaussian && noiseMultiplier >= gaussian.noiseMultiplier;
    }
  }

  /**
   * Nobody sees a single report, only the sum over a subset that is drawn at random: of vectors of
   * norm at most C, with Gaussian noise of standard deviation at least {@code noiseMultiplier * C}
   * per coordinate in the <em>sum</em>. Replacing a record moves the sum by at most 2C.
   *
   * <p>Promises nothing about one report: who sees one, or the sum of few, has next to the value
   * itself. What makes the sum carry that much noise is {@link
   * org.shuffledcheckin.accountant.sums.SummedRound}'s business.
   *
   * @param noiseMultiplier of the sum
   * @param membersKnown whether who sees the sum also knows whose reports are in it, as a shuffler
   *     does that can read the model
   */
  record GaussianSum(double noiseMultiplier, boolean membersKnown) implements LocalGuarantee {
    /**
     * What the law of a real round's sum may be off by in total variation, up to post-processing,
     * if the random bits are uniform. Every bound charges for it.
     */
    public static final double DEVIATION = 0x1p-72;

    /** Validates the noise multiplier. */
    public GaussianSum {
      Arguments.requirePositive("noise multiplier", noiseMultiplier);
    }

    /** The sum over a subset that nobody knows who sees it. */
    public GaussianSum(double noiseMultiplier) {
      this(noiseMultiplier, false);
    }

    /** Mean shift of the sum in units of its noise. */
    public double mu() {
      return Gaussian.REPLACEMENT_SENSITIVITY / noiseMultiplier;
    }

    @Override
    public String text() {
      return GuaranteeText.of(
          membersKnown ? GuaranteeText.GAUSSIAN_SUM_OF_KNOWN : GuaranteeText.GAUSSIAN_SUM,
          noiseMultiplier);
    }

    /** More noise can be added to the sum afterwards, and its members can be forgotten. */
    @Override
    public boolean implies(LocalGuarantee other) {
      return other instanceof GaussianSum sum
          && noiseMultiplier >= sum.noiseMultiplier
          && (sum.membersKnown || !membersKnown);
    }
  }
}
