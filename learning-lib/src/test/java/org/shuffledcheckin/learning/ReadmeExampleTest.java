package org.shuffledcheckin.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.testing.ReadmeExample;
import org.shuffledcheckin.learning.data.ClientPartition;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.DrawnDigits;
import org.shuffledcheckin.learning.gradient.GradientEngine;
import org.shuffledcheckin.learning.gradient.GradientEngines;
import org.shuffledcheckin.learning.gradient.GradientWorker;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;

/** Runs the example of the module's README. */
class ReadmeExampleTest {
  @Test
  void example_asPrinted_works() {
    // README: begin
    Dataset digits = DrawnDigits.dataset("digits", 1_000, 1); // or DataSets.resolve("mnist", ...)
    ModelSpec model = Models.named("cnn", digits.shape(), digits.classes());
    float[] parameters = Models.initialParameters(model, 1);

    GradientEngine engine = GradientEngines.forModel(model);
    GradientWorker worker = engine.newWorker(); // one per thread
    worker.setParameters(parameters);

    ClientPartition clients = ClientPartition.evenly(digits, 2); // two records each
    float[] gradient = new float[model.parameterCount()];
    double loss = worker.clientLossAndGradient(digits, clients, 7, gradient);

    double accuracy = engine.evaluate(parameters, digits).accuracy();
    // README: end
    assertThat(loss).isBetween(1.0, 5.0);
    assertThat(gradient).hasSize(26_010).contains(0f).doesNotContain(Float.NaN);
    assertThat(accuracy).isBetween(0.0, 0.5);
  }

  @Test
  void readme_printsTheExample() throws IOException {
    ReadmeExample.assertPrintedAsIn(ReadmeExampleTest.class);
  }
}
