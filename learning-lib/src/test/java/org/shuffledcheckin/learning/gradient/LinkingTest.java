package org.shuffledcheckin.learning.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.learning.data.DrawnDigits;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;

/** The compiled engines in a JVM that has neither Deeplearning4j nor the Vector API. */
final class LinkingTest {
  @Test
  void forModel_bareJvm_usesPlainJava() throws Exception {
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(
                entry ->
                    entry.matches(".*(jackson-|accountant-lib).*") || new File(entry).isDirectory())
            .filter(entry -> !entry.contains("nd4j"))
            .collect(Collectors.joining(File.pathSeparator));
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-cp",
                    classPath,
                    BareJvm.class.getName()))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(output.trim()).isEqualTo("plain true true");
  }

  /** The program of that JVM. */
  static final class BareJvm {
    private BareJvm() {}

    public static void main(String[] arguments) {
      boolean learned = true;
      boolean absent = isAbsent("org.nd4j.linalg.factory.Nd4j");
      String name = "";
      for (String model : Models.NAMES) {
        ModelSpec spec = ModelSpec.parse(Models.named(model, Examples.MNIST, 10).toJson());
        GradientEngine engine = GradientEngines.forModel(spec);
        name = engine.name();
        float[] parameters = Models.initialParameters(spec, 1);
        learned &= engine.evaluate(parameters, DrawnDigits.dataset("d", 20, 1)).loss() < 10;
      }
      System.out.println(name + " " + absent + " " + learned);
    }

    private static boolean isAbsent(String name) {
      try {
        Class.forName(name);
        return false;
      } catch (ClassNotFoundException e) {
        return true;
      }
    }
  }
}
