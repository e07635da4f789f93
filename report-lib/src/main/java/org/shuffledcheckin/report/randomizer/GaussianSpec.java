package org.shuffledcheckin.report.randomizer;

import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.report.ReportFormat;
import org.shuffledcheckin.report.ReportKind;

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
  /** Validates the description, the grid against the noise among it. */
  public GaussianSpec {
    Bounds.requireBetween("dimension", dimension, 1, MAX_DIMENSION);
    Bounds.requireBetween("clip", clip, Clip.SMALLEST, Clip.LARGEST);
    GaussianGrid.validate(noiseMultiplier, gridSteps);
  }

  /** Describes the randomiser on the grid that suits the noise. */
  public static GaussianSpec withSuitableGrid(int dimension, double clip, double noiseMultiplier) {
    return new GaussianSpec(
        dimension, clip, noiseMultiplier, GaussianGrid.suitableSteps(noiseMultiplier));
  }

  @Override
  public ReportKind kind() {
    return ReportKind.GAUSSIAN;
  }

  @Override
  public int valueLength() {
    return dimension;
  }

  @Override
  public LocalGuarantee.Gaussian guarantee() {
    return new LocalGuarantee.Gaussian(noiseMultiplier);
  }

  @Override
  public ReportFormat format() {
    return new ReportFormat(kind(), dimension, dimension * Short.BYTES);
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
