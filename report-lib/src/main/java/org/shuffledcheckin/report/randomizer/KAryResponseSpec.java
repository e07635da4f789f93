package org.shuffledcheckin.report.randomizer;

import java.util.List;
import org.shuffledcheckin.accountant.LocalGuarantee;

/**
 * Describes k-ary randomised response: the client's category with probability
 * e^epsilon0/(e^epsilon0+k-1), otherwise one of the others, each equally likely.
 *
 * @param categories the number k of categories, numbered from 0
 * @param epsilon0 the pure local guarantee of a report
 */
public record KAryResponseSpec(int categories, double epsilon0) implements RandomizerSpec {
  /** The largest number of categories. */
  public static final int MAX_CATEGORIES = 1 << 20;

  private static final SpecField CATEGORIES = SpecField.integer("categories", 2, MAX_CATEGORIES);
  static final List<SpecField> FIELDS = List.of(CATEGORIES, SpecField.EPSILON0);

  /** Validates the description. */
  public KAryResponseSpec {
    CATEGORIES.require(categories);
    SpecField.EPSILON0.require(epsilon0);
  }

  static KAryResponseSpec of(RandomizerFields fields) {
    return new KAryResponseSpec(fields.integer(CATEGORIES), fields.number(SpecField.EPSILON0));
  }

  @Override
  public RandomizerKind kind() {
    return RandomizerKind.K_ARY;
  }

  @Override
  public List<Double> values() {
    return List.of((double) categories, epsilon0);
  }

  @Override
  public int dimension() {
    return categories;
  }

  @Override
  public LocalGuarantee.Pure guarantee() {
    return LocalGuarantee.response(epsilon0, categories);
  }

  @Override
  public int payloadBytes() {
    return Integer.BYTES;
  }

  @Override
  public LocalRandomizer newRandomizer() {
    return new KAryResponse(this);
  }

  @Override
  public ReportAggregate newAggregate() {
    return new KAryResponseAggregate(this);
  }
}
