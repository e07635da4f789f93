package org.shuffledcheckin.report.randomizer;

import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.report.ReportFormat;
import org.shuffledcheckin.report.ReportKind;

/**
 * Describes the Laplace randomiser of one number between two public bounds: the number on a grid
 * over the bounds, plus discrete Laplace noise on the same grid.
 *
 * @param lower the smallest value; smaller ones count as this
 * @param upper the largest value; larger ones count as this
 * @param epsilon0 the pure local guarantee of a report
 */
public record LaplaceSpec(double lower, double upper, double epsilon0) implements RandomizerSpec {
  /** How many steps of the grid lie between the bounds. */
  public static final int GRID_STEPS = 1 << 16;

  private static final double LARGEST_BOUND = 0x1p60;

  /** Validates the description. */
  public LaplaceSpec {
    Bounds.requireBetween("lower bound", lower, -LARGEST_BOUND, LARGEST_BOUND);
    Bounds.requireBetween("upper bound", upper, -LARGEST_BOUND, LARGEST_BOUND);
    if (!((upper - lower) / GRID_STEPS > 0)) {
      throw new IllegalArgumentException(
          "upper bound must be above the lower bound " + lower + " but is " + upper);
    }
    Bounds.requireEpsilon0(epsilon0);
  }

  @Override
  public ReportKind kind() {
    return ReportKind.LAPLACE;
  }

  @Override
  public int valueLength() {
    return 1;
  }

  @Override
  public int dimension() {
    return 1;
  }

  @Override
  public LocalGuarantee.PureLdp guarantee() {
    return new LocalGuarantee.PureLdp(epsilon0);
  }

  @Override
  public ReportFormat format() {
    return new ReportFormat(kind(), 1, Integer.BYTES);
  }

  @Override
  public LocalRandomizer newRandomizer() {
    return new LaplaceRandomizer(this);
  }

  @Override
  public ReportAggregate newAggregate() {
    return new LaplaceAggregate(this);
  }
}
