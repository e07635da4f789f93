package org.shuffledcheckin.learning.gradient;

import org.shuffledcheckin.learning.model.ModelSpec;

record Dl4jEngine(ModelSpec model) implements GradientEngine {
  @Override
  public String name() {
    return "dl4j";
  }
  @Override
  public GradientWorker newWorker() {
    throw new IllegalStateException();
  }
}
