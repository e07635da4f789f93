package org.shuffledcheckin.aggregator.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An estimate as a round's row holds it, column by column; without one there is no text. */
final class EstimateText {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String REPORTS = "reports";
  private static final String ESTIMATES = "estimates";
  private static final String ERRORS = "standard_errors";

  private EstimateText() {}

  static String write(Optional<Estimate> estimate) {
    return estimate.map(EstimateText::write).orElse("");
  }

  private static String write(Estimate estimate) {
    ObjectNode columns = JSON.createObjectNode().put(REPORTS, estimate.reports());
    ArrayNode estimates = columns.putArray(ESTIMATES);
    ArrayNode errors = columns.putArray(ERRORS);
    for (Estimate.Value value : estimate.values()) {
      estimates.add(value.estimate());
      errors.add(value.standardError());
    }
    return columns.toString();
  }

  static Optional<Estimate> parse(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(read(text));
  }

  private static Estimate read(String text) {
    try {
      JsonNode columns = JSON.readTree(text);
      List<Estimate.Value> values = new ArrayList<>();
      for (JsonNode estimate : columns.path(ESTIMATES)) {
        JsonNode error = columns.path(ERRORS).path(values.size());
        values.add(new Estimate.Value(estimate.asDouble(), error.asDouble()));
      }
      return new Estimate(columns.path(REPORTS).asLong(), values);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the stored result of a round is not readable", e);
    }
  }
}
