package org.shuffledcheckin.experiments.reference;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Every quantity of the accountant under the name that reference files give it. */
final class ReferenceFunctions {
  /** Computes the outputs of one case, by name; the empty name where there is one output. */
  @FunctionalInterface
  interface Quantity {
    Map<String, Object> compute(CaseInputs inputs);
  }

  private static final Map<String, Quantity> QUANTITIES = quantities();

  private ReferenceFunctions() {}

  private static Map<String, Quantity> quantities() {
    Map<String, Quantity> all = new LinkedHashMap<>();
    all.putAll(AmplificationQuantities.all());
    all.putAll(GaussianQuantities.all());
    all.putAll(PaperQuantities.all());
    all.putAll(PairQuantities.all());
    all.putAll(LossQuantities.all());
    all.putAll(RandomizerQuantities.all());
    all.putAll(FilterQuantities.all());
    all.putAll(SumQuantities.all());
    all.putAll(ShareQuantities.all());
    return all;
  }

  static Set<String> names() {
    return QUANTITIES.keySet();
  }

  static Map<String, Object> compute(String function, CaseInputs inputs) {
    return QUANTITIES.get(function).compute(inputs);
  }

  /** A quantity with a single number as its output. */
  static Quantity single(ToDoubleFunction<CaseInputs> value) {
    return inputs -> Map.of("", value.applyAsDouble(inputs));
  }
}
