package org.shuffledcheckin.report.randomizer;

import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.report.ReportFormat;
import org.shuffledcheckin.report.ReportKind;

/**
 * Describes k-ary randomised response: the client's category with probability
 * e^epsilon0/(e^epsilon0+k-1), otherwise one of the others, each equally likely.
 *
 * @param categories the number k of categories, numbered from 0
 * @param epsilon0 the pure local guarantee of a report
 */
public record RandomizedResponseSpec(int categories, double epsilon0) implements RandomizerSpec {
  /** The largest number of categories. */
  public static final int MAX_CATEGORIES = 1 << 20;

  /** Validates the description. */
  public RandomizedResponseSpec {
    Bounds.requireBetween("categories", categories, 2, MAX_CATEGORIES);
    Bounds.requireEpsilon0(epsilon0);
  }

  @Override
  public ReportKind kind() {
    return ReportKind.RANDOMIZED_RESPONSE;
  }

  @Override
  public int valueLength() {
    return 1;
  }

  @Override
  public int dimension() {
    return categories;
  }

  @Override
  public LocalGuarantee.PureLdp guarantee() {
    return new LocalGuarantee.PureLdp(epsilon0);
  }

  @Override
  public ReportFormat format() {
    return new ReportFormat(kind(), categories, Integer.BYTES);
  }

  @Override
  public LocalRandomizer newRandomizer() {
    return new RandomizedResponse(this);
  }

  @Override
  public ReportAggregate newAggregate() {
    return new RandomizedResponseAggregate(this);
  }
}
