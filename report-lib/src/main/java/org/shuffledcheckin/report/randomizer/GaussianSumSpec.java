package org.shuffledcheckin.report.randomizer;

import java.util.List;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.report.ReportFormat;
import org.shuffledcheckin.report.noise.DiscreteGaussian;

/**
 * Describes reports that are made to be summed before anybody sees them: a gradient clipped to norm
 * {@code clip}, on an integer grid, plus discrete Gaussian noise, in 32-bit words modulo 2^32.
 *
 * <p>The sum of k reports has the noise of √k of them, which is what distributed check-in charges
 * for. A single report has next to none: see {@link #guarantee}.
 *
 * @param dimension how many coordinates the gradient has
 * @param clip the norm C that gradients are clipped to
 * @param noiseSteps the noise's parameter s, that is its standard deviation, in steps of the grid
 * @param gridSteps how many steps of the grid make one clip: the bound R on an integer vector's
 *     norm
 */
public record GaussianSumSpec(int dimension, double clip, double noiseSteps, int gridSteps)
    implements RandomizerSpec {
  /** The largest dimension: with its sealed seed, such a share is the longest that can travel. */
  public static final int MAX_DIMENSION = 1_048_544;

  /** The finest grid, which is also the usual one. */
  public static final int MAX_STEPS = GaussianGrid.MAX_STEPS;

  private static final SpecField DIMENSION = SpecField.integer("dimension", 1, MAX_DIMENSION);
  private static final SpecField NOISE_STEPS =
      SpecField.number(
          "noise-steps", DiscreteGaussian.MIN_DEVIATION, DiscreteGaussian.MAX_DEVIATION);
  static final List<SpecField> FIELDS =
      List.of(DIMENSION, SpecField.CLIP, NOISE_STEPS, SpecField.GRID_STEPS);

  // The variance that Lemma C of docs/noise.md gives up; the law is then within 2^-150 of it.
  private static final double GIVEN_UP = 2.5 * 2.5;
  private static final double WRAP_CHANCE = HonestNorm.FALSE_REJECTION / 4;

  /** Validates the description. */
  public GaussianSumSpec {
    DIMENSION.require(dimension);
    SpecField.CLIP.require(clip);
    NOISE_STEPS.require(noiseSteps);
    SpecField.GRID_STEPS.require(gridSteps);
  }

  /**
   * Describes reports whose noise has a standard deviation of {@code noiseMultiplier * clip}, on
   * the finest grid that the noise allows.
   */
  public static GaussianSumSpec withSuitableGrid(
      int dimension, double clip, double noiseMultiplier) {
    int gridSteps =
        (int) Math.min(MAX_STEPS, Math.floor(DiscreteGaussian.MAX_DEVIATION / noiseMultiplier));
    double noiseSteps = Math.min(DiscreteGaussian.MAX_DEVIATION, noiseMultiplier * gridSteps);
    return new GaussianSumSpec(dimension, clip, noiseSteps, gridSteps);
  }

  static GaussianSumSpec of(RandomizerFields fields) {
    return new GaussianSumSpec(
        fields.integer(DIMENSION),
        fields.number(SpecField.CLIP),
        fields.number(NOISE_STEPS),
        fields.has(SpecField.GRID_STEPS) ? fields.integer(SpecField.GRID_STEPS) : MAX_STEPS);
  }

  @Override
  public RandomizerKind kind() {
    return RandomizerKind.GAUSSIAN_SUM;
  }

  @Override
  public List<Double> values() {
    return List.of((double) dimension, clip, noiseSteps, (double) gridSteps);
  }

  /** The noise of one report in units of the clip: σ_c = s/R. */
  public double noiseMultiplier() {
    return noiseSteps / gridSteps;
  }

  /**
   * What one report promises to whoever sees it alone: to shuffler and aggregator together. Says
   * nothing of sums, whose promise is far stronger.
   *
   * <p>A discrete Gaussian is a rounded continuous one of variance s² - 6.25, but for a factor that
   * is charged as the sampler's deviation (Lemma C with r = 2.5).
   */
  @Override
  public LocalGuarantee.Gaussian guarantee() {
    double noise = Math.sqrt(noiseSteps * noiseSteps - GIVEN_UP) / gridSteps;
    // Down by more than three roundings err.
    return new LocalGuarantee.Gaussian(noise * (1 - 0x1p-50));
  }

  /**
   * Whether the sum of so many honest reports stays within a signed word in every coordinate, but
   * for a probability of 2^-82. Where it does not, privacy is the same and the sum useless.
   *
   * <p>Noise of k reports exceeds x in one coordinate with probability at most 2e^(-x²/2ks²), since
   * a discrete Gaussian is sub-Gaussian with its own s; the data are at most kR.
   */
  public boolean cannotWrap(long reports) {
    double room = 0x1p31 - 1 - reports * (double) gridSteps;
    double exponent = room / noiseSteps * (room / noiseSteps) / (2.0 * reports);
    return room > 0 && Math.log(2.0 * dimension) - exponent <= Math.log(WRAP_CHANCE);
  }

  @Override
  public int payloadBytes() {
    return dimension * Integer.BYTES;
  }

  @Override
  public ReportFormat format() {
    return ReportFormat.bare(kind().code(), dimension, payloadBytes());
  }

  @Override
  public LocalRandomizer newRandomizer() {
    return new GaussianSumRandomizer(this);
  }

  @Override
  public GaussianSumAggregate newAggregate() {
    return new GaussianSumAggregate(this);
  }
}
