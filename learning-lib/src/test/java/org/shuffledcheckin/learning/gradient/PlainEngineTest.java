package org.shuffledcheckin.learning.gradient;

import org.shuffledcheckin.learning.model.ModelSpec;

final class PlainEngineTest extends GradientEngineContract {
  @Override
  GradientEngine engine(ModelSpec model) {
    return GradientEngines.plain(model);
  }
}
