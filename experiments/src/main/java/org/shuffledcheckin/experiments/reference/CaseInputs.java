package org.shuffledcheckin.experiments.reference;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import org.shuffledcheckin.accountant.Arguments;

/** The inputs of one reference case; numbers may be written as numbers or as strings. */
final class CaseInputs {
  private final JsonNode inputs;

  CaseInputs(JsonNode inputs) {
    this.inputs = inputs;
  }

  boolean has(String name) {
    return inputs.hasNonNull(name);
  }

  String text(String name) {
    if (!has(name)) {
      throw new IllegalArgumentException("input '" + name + "' must be given but is missing");
    }
    return inputs.get(name).asText();
  }

  double number(String name) {
    String text = text(name);
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " must be a number but is '" + text + "'", e);
    }
  }

  double number(String name, double ifMissing) {
    return has(name) ? number(name) : ifMissing;
  }

  long count(String name) {
    String text = text(name);
    try {
      return new BigDecimal(text).longValueExact();
    } catch (NumberFormatException | ArithmeticException e) {
      throw new IllegalArgumentException(name + " must be a whole number but is '" + text + "'", e);
    }
  }

  int order(String name) {
    return (int) Arguments.requireBetween(name, count(name), 2, 100_000);
  }
}
