package org.shuffledcheckin.aggregator.store;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** An estimate as a round's row holds it; a round without one holds no text. */
final class EstimateText {
  private static final JsonMapper JSON = new JsonMapper();

  private EstimateText() {}

  private record Columns(
      @JsonProperty("reports") long reports,
      @JsonProperty("estimates") List<Double> estimates,
      @JsonProperty("standard_errors") List<Double> standardErrors) {}

  static String write(Optional<Estimate> estimate) {
    return estimate.map(EstimateText::write).orElse("");
  }

  private static String write(Estimate estimate) {
    try {
      return JSON.writeValueAsString(
          new Columns(
              estimate.reports(),
              estimate.values().stream().map(Estimate.Value::estimate).toList(),
              estimate.values().stream().map(Estimate.Value::standardError).toList()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("numbers are always JSON", e);
    }
  }

  static Optional<Estimate> parse(String text) {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      Columns columns = JSON.readValue(text, Columns.class);
      int values = columns.reports() == 0 ? 0 : columns.estimates().size();
      return Optional.of(
          new Estimate(
              columns.reports(),
              IntStream.range(0, values)
                  .mapToObj(
                      i ->
                          new Estimate.Value(
                              columns.estimates().get(i), columns.standardErrors().get(i)))
                  .toList()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the stored result of a round is not readable", e);
    }
  }
}
