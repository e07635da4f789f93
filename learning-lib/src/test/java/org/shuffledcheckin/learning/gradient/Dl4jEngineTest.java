package org.shuffledcheckin.learning.gradient;

import org.shuffledcheckin.learning.model.ModelSpec;

final class Dl4jEngineTest extends GradientEngineContract {
  @Override
  GradientEngine engine(ModelSpec model) {
    return GradientEngines.dl4j(model);
  }
}
