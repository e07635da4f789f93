package org.shuffledcheckin.report.randomizer;

import java.util.List;
import org.shuffledcheckin.accountant.LocalGuarantee;

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
  private static final SpecField LOWER = SpecField.number("lower", -LARGEST_BOUND, LARGEST_BOUND);
  private static final SpecField UPPER = SpecField.number("upper", -LARGEST_BOUND, LARGEST_BOUND);
  static final List<SpecField> FIELDS = List.of(LOWER, UPPER, SpecField.EPSILON0);

  /** Validates the description. */
  public LaplaceSpec {
    LOWER.require(lower);
    UPPER.require(upper);
    if (!((upper - lower) / GRID_STEPS > 0)) {
      throw new IllegalArgumentException("upper must be above lower " + lower + " but is " + upper);
    }
    SpecField.EPSILON0.require(epsilon0);
  }

  static LaplaceSpec of(RandomizerFields fields) {
    return new LaplaceSpec(
        fields.number(LOWER), fields.number(UPPER), fields.number(SpecField.EPSILON0));
  }

  @Override
  public RandomizerKind kind() {
    return RandomizerKind.LAPLACE;
  }

  @Override
  public List<Double> values() {
    return List.of(lower, upper, epsilon0);
  }

  @Override
  public int dimension() {
    return 1;
  }

  @Override
  public LocalGuarantee.Laplace guarantee() {
    return guarantee(epsilon0);
  }

  static LocalGuarantee.Laplace guarantee(double epsilon0) {
    return new LocalGuarantee.Laplace(epsilon0, GRID_STEPS);
  }

  @Override
  public int payloadBytes() {
    return Integer.BYTES;
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
