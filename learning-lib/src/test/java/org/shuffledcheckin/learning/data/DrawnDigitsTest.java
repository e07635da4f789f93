package org.shuffledcheckin.learning.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.learning.gradient.GradientEngine;
import org.shuffledcheckin.learning.gradient.GradientEngines;
import org.shuffledcheckin.learning.gradient.GradientWorker;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;

final class DrawnDigitsTest {
  @Test
  void dataset_sameSeed_sameImages_otherSeed_others() {
    assertThat(content(DrawnDigits.dataset("a", 50, 3)))
        .isEqualTo(content(DrawnDigits.dataset("b", 50, 3)))
        .isNotEqualTo(content(DrawnDigits.dataset("c", 50, 4)));
    // Fixed for good: a client and an aggregator of different versions must draw the same.
    assertThat(content(DrawnDigits.dataset("a", 50, 3))).isEqualTo(GOLDEN);
  }

  private static final String GOLDEN =
      "629f1a8e553c1892aed91bc3e908b954d91e696da1cf27132cba94a704e994ab";

  @Test
  void dataset_manyRecords_allClassesAboutEquallyOften() {
    int[] counts = new int[10];
    Dataset data = DrawnDigits.dataset("d", 5000, 8);
    for (int i = 0; i < data.size(); i++) {
      counts[data.label(i)]++;
    }
    // Fixed seed: cannot fail by chance. 500 expected, standard deviation 21.
    assertThat(java.util.Arrays.stream(counts).boxed())
        .allMatch(count -> count > 400 && count < 600);
  }

  @Test
  void dataset_linearModel_learnsButStaysBelow99Percent() {
    Dataset train = DrawnDigits.dataset("train", 8000, 1);
    Dataset test = DrawnDigits.dataset("test", 2000, 2);
    ModelSpec model = Models.named("softmax", train.shape(), 10);
    GradientEngine engine = GradientEngines.plain(model);
    double accuracy = engine.evaluate(trained(engine, train, 60_000), test).accuracy();
    assertThat(accuracy).isBetween(0.55, 0.99);
  }

  private static float[] trained(GradientEngine engine, Dataset train, int steps) {
    SplittableRandom random = new SplittableRandom(1);
    float[] parameters = new float[engine.parameterCount()];
    float[] gradient = new float[engine.parameterCount()];
    float[] record = new float[train.shape().size()];
    GradientWorker worker = engine.newWorker();
    for (int step = 0; step < steps; step++) {
      int index = random.nextInt(train.size());
      train.copyInput(index, record);
      worker.setParameters(parameters);
      worker.lossAndGradient(record, train.label(index), gradient);
      float rate = 0.03f * (1 - (float) step / steps);
      for (int i = 0; i < parameters.length; i++) {
        parameters[i] -= rate * gradient[i];
      }
    }
    return parameters;
  }

  private static String content(Dataset data) {
    byte[] bytes = new byte[data.size() * 785];
    float[] record = new float[784];
    for (int i = 0; i < data.size(); i++) {
      data.copyInput(i, record);
      for (int j = 0; j < 784; j++) {
        bytes[i * 785 + j] = (byte) Math.round(record[j] * 255);
      }
      bytes[i * 785 + 784] = (byte) data.label(i);
    }
    return DataFile.sha256(bytes);
  }
}
