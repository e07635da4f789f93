package org.shuffledcheckin.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.learning.data.ClientPartition;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.DrawnDigits;
import org.shuffledcheckin.learning.gradient.GradientEngine;
import org.shuffledcheckin.learning.gradient.GradientEngines;
import org.shuffledcheckin.learning.gradient.GradientWorker;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;

/** Runs the example of the module's README, and holds the two together. */
class ReadmeExampleTest {
  private static final Path SOURCE =
      Path.of("src/test/java/org/shuffledcheckin/learning/ReadmeExampleTest.java");

  @Test
  void example_asPrinted_works() {
    // begin example
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
    // end example
    assertThat(loss).isBetween(1.0, 5.0);
    assertThat(gradient).hasSize(26_010).contains(0f).doesNotContain(Float.NaN);
    assertThat(accuracy).isBetween(0.0, 0.5);
  }

  @Test
  void example_isTheOneOfTheReadme() throws IOException {
    String source = Files.readString(SOURCE);
    String example = between(source, "// begin example\n", "    // end example");
    String printed = between(Files.readString(Path.of("README.md")), "```java\n", "```");
    assertThat(example.stripIndent().strip()).isEqualTo(printed.strip());
  }

  private static String between(String text, String begin, String end) {
    int from = text.indexOf(begin) + begin.length();
    return text.substring(from, text.indexOf(end, from));
  }
}
