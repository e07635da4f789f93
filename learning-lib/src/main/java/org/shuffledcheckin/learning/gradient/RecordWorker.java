package org.shuffledcheckin.learning.gradient;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import java.util.Optional;
import org.shuffledcheckin.learning.data.ClientPartition;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.model.FeatureExtractor;
import org.shuffledcheckin.learning.model.ModelSpec;

/** What every worker does alike: checking what comes in, and the mean over a client's records. */
abstract class RecordWorker implements GradientWorker {
  final ModelSpec model;
  private final int parameterCount;
  private final float[] input;
  private final Optional<FeatureExtractor> extractor;
  private final float[] features;
  private float[] single;
  private boolean loaded;

  RecordWorker(ModelSpec model) {
    this.model = model;
    this.parameterCount = model.parameterCount();
    this.input = new float[model.inputSize()];
    this.extractor = model.features().map(map -> map.newExtractor(model.input()));
    this.features = new float[extractor.isPresent() ? model.networkInput().size() : 0];
    this.single = new float[0];
  }

  @Override
  public final void setParameters(float[] parameters) {
    model.requireParameters(parameters);
    load(parameters);
    loaded = true;
  }

  abstract void load(float[] parameters);

  /** What enters the network: the record, or its features, which the next call overwrites. */
  final float[] networkInput(float[] record) {
    if (!loaded) {
      throw new IllegalStateException("a worker must be given parameters first");
    }
    if (extractor.isEmpty()) {
      return record;
    }
    extractor.get().extract(record, features);
    return features;
  }

  @Override
  public final double clientLossAndGradient(
      Dataset data, ClientPartition partition, int client, float[] gradientOut) {
    requireData(model, data);
    int records = partition.recordCount(client);
    double loss = recordLossAndGradient(data, partition.record(client, 0), gradientOut);
    if (records == 1) {
      return loss;
    }
    if (single.length == 0) {
      single = new float[parameterCount];
    }
    for (int i = 1; i < records; i++) {
      loss += recordLossAndGradient(data, partition.record(client, i), single);
      for (int j = 0; j < parameterCount; j++) {
        gradientOut[j] += single[j];
      }
    }
    float share = 1f / records;
    for (int j = 0; j < parameterCount; j++) {
      gradientOut[j] *= share;
    }
    return loss / records;
  }

  private double recordLossAndGradient(Dataset data, int record, float[] gradientOut) {
    data.copyInput(record, input);
    return lossAndGradient(input, data.label(record), gradientOut);
  }

  static void requireData(ModelSpec model, Dataset data) {
    if (!data.shape().equals(model.input()) || data.classes() > model.classes()) {
      throw new IllegalArgumentException(
          "data must be records of %s with at most %d classes, got %s"
              .formatted(model.input(), model.classes(), data));
    }
  }

  final void requireExample(float[] record, int label, float[] gradientOut) {
    requireInput(record);
    requireBetween("label", label, 0, model.classes() - 1);
    if (gradientOut.length != parameterCount) {
      throw new IllegalArgumentException(
          "room for the gradient must be %d numbers, got %d"
              .formatted(parameterCount, gradientOut.length));
    }
  }

  final void requireInput(float[] record) {
    if (record.length != input.length) {
      throw new IllegalArgumentException(
          "input must be %d numbers of shape %s, got %d"
              .formatted(input.length, model.input(), record.length));
    }
    if (!allFinite(record)) {
      for (int i = 0; i < record.length; i++) {
        if (!Float.isFinite(record[i])) {
          throw new IllegalArgumentException(
              "number %d of the input must be finite, got %s".formatted(i, record[i]));
        }
      }
    }
  }

  /** Sums of 0 times each number, which are 0 unless one is not finite; four to hide latency. */
  private static boolean allFinite(float[] record) {
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    int i = 0;
    for (; i + 4 <= record.length; i += 4) {
      a += record[i] * 0;
      b += record[i + 1] * 0;
      c += record[i + 2] * 0;
      d += record[i + 3] * 0;
    }
    for (; i < record.length; i++) {
      a += record[i] * 0;
    }
    return (a + b) + (c + d) == 0;
  }

  static double requireFinite(double loss) {
    if (!Double.isFinite(loss)) {
      throw new IllegalArgumentException(
          "loss must be finite, got " + loss + ": the parameters are too large for this input");
    }
    return loss;
  }
}
