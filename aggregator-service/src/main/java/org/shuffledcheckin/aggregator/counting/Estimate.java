package org.shuffledcheckin.aggregator.counting;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/**
 * Shares of a histogram, or one mean, with the noise taken out on average.
 *
 * @param reports it rests on
 * @param estimates unbiased, hence possibly below 0 or above 1
 * @param standardErrors that the noise causes; that of having asked a sample is not part of it
 */
record Estimate(long reports, List<Double> estimates, List<Double> standardErrors) {
  private static final JsonMapper JSON = new JsonMapper();

  /** Reads the result of one round. */
  static Estimate parse(String result) {
    try {
      JsonNode node = JSON.readTree(result);
      return new Estimate(
          node.path("reports").asLong(),
          numbers(node.path("estimates")),
          numbers(node.path("standard_errors")));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the stored result of a round is not readable", e);
    }
  }

  private static List<Double> numbers(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asDouble).toList();
  }

  /** Returns the mean of both, weighted by their reports; their noise is independent. */
  Estimate with(Estimate other) {
    if (reports == 0 || other.reports == 0) {
      return reports == 0 ? other : this;
    }
    long all = reports + other.reports;
    double mine = (double) reports / all;
    double its = 1 - mine;
    return new Estimate(
        all,
        IntStream.range(0, estimates.size())
            .mapToObj(i -> mine * estimates.get(i) + its * other.estimates.get(i))
            .toList(),
        IntStream.range(0, estimates.size())
            .mapToObj(
                i -> Math.hypot(mine * standardErrors.get(i), its * other.standardErrors.get(i)))
            .toList());
  }
}
