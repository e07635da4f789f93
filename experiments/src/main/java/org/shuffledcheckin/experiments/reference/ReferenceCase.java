package org.shuffledcheckin.experiments.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One case of a reference file: a function, its inputs and the outputs to expect. */
public final class ReferenceCase {
  private final String id;
  private final String function;
  private final CaseInputs inputs;
  private final Map<String, Expectation> outputs;

  /**
   * Describes a case.
   *
   * @param outputs what to expect, by name; the empty name where the function has one output
   */
  ReferenceCase(String id, String function, CaseInputs inputs, Map<String, Expectation> outputs) {
    this.id = id;
    this.function = function;
    this.inputs = inputs;
    this.outputs = outputs;
  }

  /**
   * Computes the function and holds every output against what is expected.
   *
   * @throws IllegalArgumentException if an input is not one of the function, or an output is not
   */
  public List<ComparedValue> evaluate() {
    Map<String, Object> computed;
    try {
      computed = ReferenceFunctions.compute(function, inputs);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("case " + id + ": " + e.getMessage(), e);
    }
    List<ComparedValue> values = new ArrayList<>();
    outputs.forEach((name, expected) -> values.add(compare(name, expected, computed)));
    return values;
  }

  private ComparedValue compare(String name, Expectation expected, Map<String, Object> computed) {
    Object value = computed.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "case %s: output must be one of %s but is '%s'".formatted(id, computed.keySet(), name));
    }
    return new ComparedValue(id, function, name, expected.text(), value, expected.judge(value));
  }
}
