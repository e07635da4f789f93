package org.shuffledcheckin.benchmarks.gradient;

import org.shuffledcheckin.learning.gradient.GradientEngine;
import org.shuffledcheckin.learning.gradient.GradientEngines;
import org.shuffledcheckin.learning.model.ModelSpec;

/** Engines by name. */
final class Engines {
  private Engines() {}

  static GradientEngine named(String name, ModelSpec model) {
    return switch (name) {
      case "dl4j" -> GradientEngines.dl4j(model);
      case "plain" -> GradientEngines.plain(model);
      case "vector" -> GradientEngines.vector(model);
      default ->
          throw new IllegalArgumentException("engine must be dl4j, plain or vector, got " + name);
    };
  }
}
