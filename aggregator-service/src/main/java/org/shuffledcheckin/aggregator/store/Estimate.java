package org.shuffledcheckin.aggregator.store;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Shares of a histogram, or one mean, with the noise taken out on average.
 *
 * @param reports it rests on
 * @param values one for each category, or one for the mean; none without reports
 */
public record Estimate(long reports, List<Value> values) {
  /** What is known without a report. */
  public static final Estimate NONE = new Estimate(0, List.of());

  /** Takes a copy of the values. */
  public Estimate {
    values = List.copyOf(values);
  }

  /**
   * One number.
   *
   * @param estimate unbiased, hence possibly below 0 or above 1
   * @param standardError that the noise causes; that of having asked a sample is not part of it
   */
  public record Value(double estimate, double standardError) {}

  /** The mean of both, weighted by their reports; their noise is independent. */
  public Estimate with(Estimate other) {
    if (reports == 0 || other.reports == 0) {
      return reports == 0 ? other : this;
    }
    long all = reports + other.reports;
    double mine = (double) reports / all;
    return new Estimate(
        all,
        IntStream.range(0, values.size())
            .mapToObj(i -> mean(values.get(i), mine, other.values.get(i), 1 - mine))
            .toList());
  }

  private static Value mean(Value a, double ofA, Value b, double ofB) {
    return new Value(
        ofA * a.estimate + ofB * b.estimate,
        Math.hypot(ofA * a.standardError, ofB * b.standardError));
  }
}
