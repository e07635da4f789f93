package org.shuffledcheckin.experiments.reference;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.StreamSupport;
import org.shuffledcheckin.accountant.Arguments;

/**
 * The inputs of one reference case; numbers may be written as numbers or as strings, as quotients
 * too.
 */
final class CaseInputs {
  private final JsonNode inputs;

  CaseInputs(JsonNode inputs) {
    this.inputs = inputs;
  }

  boolean has(String name) {
    return inputs.hasNonNull(name);
  }

  String text(String name) {
    return given(name).asText();
  }

  double number(String name) {
    String text = text(name);
    try {
      int bar = text.indexOf('/');
      return bar < 0
          ? Double.parseDouble(text)
          : Double.parseDouble(text.substring(0, bar))
              / Double.parseDouble(text.substring(bar + 1));
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

  /** The inputs that an input is made of. */
  CaseInputs part(String name) {
    return new CaseInputs(given(name));
  }

  /** The inputs that each entry of a list is made of. */
  List<CaseInputs> list(String name) {
    return StreamSupport.stream(given(name).spliterator(), false).map(CaseInputs::new).toList();
  }

  /** A list of words. */
  List<String> texts(String name) {
    return StreamSupport.stream(given(name).spliterator(), false).map(JsonNode::asText).toList();
  }

  private JsonNode given(String name) {
    if (!has(name)) {
      throw new IllegalArgumentException("input '" + name + "' must be given but is missing");
    }
    return inputs.get(name);
  }

  int order(String name) {
    return (int) Arguments.requireBetween(name, count(name), 2, 100_000);
  }
}
