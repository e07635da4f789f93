package org.shuffledcheckin.report.randomizer;

import java.util.List;
import org.shuffledcheckin.accountant.LocalGuarantee;

/**
 * Describes the Gaussian randomiser on the integer grid: a gradient clipped to norm {@code clip},
 * plus noise of standard deviation {@code noiseMultiplier * clip} per coordinate, in 16 bits.
 *
 * @param dimension how many coordinates the gradient has
 * @param clip the norm C that gradients are clipped to
 * @param noiseMultiplier the noise's standard deviation in units of the clip
 * @param gridSteps how many steps of the grid make one clip; see {@link GaussianGrid}
 */
public record GaussianSpec(int dimension, double clip, double noiseMultiplier, int gridSteps)
    implements RandomizerSpec {
  private static final SpecField NOISE_MULTIPLIER =
      SpecField.number(
          "noise-multiplier", GaussianGrid.MIN_NOISE_MULTIPLIER, GaussianGrid.MAX_NOISE_MULTIPLIER);
  static final List<SpecField> FIELDS =
      List.of(SpecField.DIMENSION, SpecField.CLIP, NOISE_MULTIPLIER, SpecField.GRID_STEPS);

  /** Validates the description, the grid against the noise among it. */
  public GaussianSpec {
    SpecField.DIMENSION.require(dimension);
    SpecField.CLIP.require(clip);
    GaussianGrid unused = new GaussianGrid(noiseMultiplier, gridSteps);
  }

  /** Describes the randomiser on the grid that suits the noise. */
  public static GaussianSpec withSuitableGrid(int dimension, double clip, double noiseMultiplier) {
    return new GaussianSpec(
        dimension, clip, noiseMultiplier, GaussianGrid.suitableSteps(noiseMultiplier));
  }

  static GaussianSpec of(RandomizerFields fields) {
    double noiseMultiplier = fields.number(NOISE_MULTIPLIER);
    return new GaussianSpec(
        fields.integer(SpecField.DIMENSION),
        fields.number(SpecField.CLIP),
        noiseMultiplier,
        fields.has(SpecField.GRID_STEPS)
            ? fields.integer(SpecField.GRID_STEPS)
            : GaussianGrid.suitableSteps(noiseMultiplier));
  }

  @Override
  public RandomizerKind kind() {
    return RandomizerKind.GAUSSIAN;
  }

  @Override
  public List<Double> values() {
    return List.of((double) dimension, clip, noiseMultiplier, (double) gridSteps);
  }

  @Override
  public LocalGuarantee.Gaussian guarantee() {
    return new LocalGuarantee.Gaussian(noiseMultiplier);
  }

  @Override
  public int payloadBytes() {
    return dimension * Short.BYTES;
  }

  /** The grid that values and noise lie on. */
  public GaussianGrid grid() {
    return new GaussianGrid(noiseMultiplier, gridSteps);
  }

  /**
   * The norm, in the gradient's unit, that an honest report exceeds with probability at most {@link
   * HonestNorm#FALSE_REJECTION}.
   */
  public double maxHonestNorm() {
    return HonestNorm.inGridSteps(grid(), dimension) * (clip / gridSteps);
  }

  @Override
  public LocalRandomizer newRandomizer() {
    return new GaussianRandomizer(this);
  }

  @Override
  public ReportAggregate newAggregate() {
    return new GaussianAggregate(this);
  }
}
