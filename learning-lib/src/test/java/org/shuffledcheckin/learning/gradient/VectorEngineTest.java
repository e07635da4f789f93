package org.shuffledcheckin.learning.gradient;

import org.shuffledcheckin.learning.model.ModelSpec;

final class VectorEngineTest extends GradientEngineContract {
  @Override
  GradientEngine engine(ModelSpec model) {
    return GradientEngines.vector(model);
  }
}
