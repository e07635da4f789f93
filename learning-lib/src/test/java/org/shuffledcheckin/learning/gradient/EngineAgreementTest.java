package org.shuffledcheckin.learning.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shuffledcheckin.learning.model.ModelSpec;

/** Every coordinate of the compiled engines against Deeplearning4j's. */
final class EngineAgreementTest {
  private static final int RECORDS = 20;

  static Stream<ModelSpec> models() {
    return Examples.models();
  }

  @ParameterizedTest
  @MethodSource("models")
  void lossAndGradient_compiledEngines_agreeWithDl4j(ModelSpec model) {
    float[] parameters = Examples.parameters(model, 7);
    float[][] oracle = gradients(GradientEngines.dl4j(model), parameters);
    for (GradientEngine engine :
        new GradientEngine[] {GradientEngines.plain(model), GradientEngines.vector(model)}) {
      float[][] gradients = gradients(engine, parameters);
      int disagreements = 0;
      for (int i = 0; i < RECORDS; i++) {
        double distance = distance(gradients[i], oracle[i]);
        // A window with two values one rounding apart may be won by either of them; then one
        // example differs, and by little.
        assertThat(distance).as("%s, record %d", engine.name(), i).isLessThan(1e-2);
        disagreements += distance > 1e-5 ? 1 : 0;
      }
      assertThat(disagreements).as(engine.name()).isLessThanOrEqualTo(2);
    }
  }

  private static float[][] gradients(GradientEngine engine, float[] parameters) {
    GradientWorker worker = engine.newWorker();
    worker.setParameters(parameters);
    float[][] gradients = new float[RECORDS][parameters.length];
    for (int i = 0; i < RECORDS; i++) {
      float[] record = Examples.record(engine.model().input(), i);
      worker.lossAndGradient(record, i % engine.model().classes(), gradients[i]);
    }
    return gradients;
  }

  /** The distance relative to the longer of the two. */
  private static double distance(float[] a, float[] b) {
    double difference = 0;
    double norm = 1e-12;
    for (int i = 0; i < a.length; i++) {
      difference += ((double) a[i] - b[i]) * ((double) a[i] - b[i]);
      norm += (double) b[i] * b[i];
    }
    return Math.sqrt(difference / norm);
  }
}
