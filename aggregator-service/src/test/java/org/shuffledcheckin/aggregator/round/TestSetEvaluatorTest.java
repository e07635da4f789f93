package org.shuffledcheckin.aggregator.round;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.aggregator.store.StoredEvaluation;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.DrawnDigits;
import org.shuffledcheckin.learning.gradient.Evaluation;
import org.shuffledcheckin.learning.gradient.GradientEngines;
import org.shuffledcheckin.learning.model.FeatureMap;
import org.shuffledcheckin.learning.model.Layer;
import org.shuffledcheckin.learning.model.ModelSpec;

class TestSetEvaluatorTest {
  private final Dataset records = DrawnDigits.dataset("digits", 300, 7);
  private final ModelSpec plain = ModelSpec.of(records.shape(), new Layer.Softmax(10));
  private final ModelSpec onFeatures =
      new ModelSpec(records.shape(), Optional.of(FeatureMap.ORIENTED_GRADIENTS_1), plain.network());

  @Test
  void measure_withFeaturesOrWithout_isWhatTheEngineMeasures() {
    for (ModelSpec model : new ModelSpec[] {plain, onFeatures}) {
      TestSetEvaluator evaluator = new TestSetEvaluator(model, records);
      for (int round = 1; round <= 2; round++) {
        float[] parameters = new float[model.parameterCount()];
        for (int i = 0; i < parameters.length; i++) {
          parameters[i] = (i * 37 % 101 - 50) * 0.002f * round;
        }
        Evaluation expected = GradientEngines.forModel(model).evaluate(parameters, records);
        StoredEvaluation measured = evaluator.measure(round, parameters);
        assertThat(measured.round()).isEqualTo(round);
        assertThat(measured.accuracy()).isEqualTo(expected.accuracy());
        assertThat(measured.loss()).isEqualTo(expected.loss());
      }
    }
  }
}
