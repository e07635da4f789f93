package org.shuffledcheckin.learning.prediction;

import java.util.Locale;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.model.Dl4jModels.Saved;

/** How often records of each class were taken for each other class. */
public final class Confusion {
  private final long[][] counts;

  private Confusion(int classes) {
    counts = new long[classes][classes];
  }

  /**
   * Measures a model on a data set.
   *
   * @throws IllegalArgumentException if they do not fit together
   */
  public static Confusion of(Saved model, Dataset data) {
    if (!data.shape().equals(model.spec().input()) || data.classes() != model.spec().classes()) {
      throw new IllegalArgumentException(
          "the model takes %s and tells %d classes, but %s"
              .formatted(model.spec().input(), model.spec().classes(), data));
    }
    Confusion confusion = new Confusion(data.classes());
    Classifier classifier = new Classifier(model);
    float[] record = new float[data.shape().size()];
    for (int i = 0; i < data.size(); i++) {
      data.copyInput(i, record);
      confusion.counts[data.label(i)][classifier.ask(record).best()]++;
    }
    return confusion;
  }

  /** Rows are the true class, columns the predicted one. */
  public long[][] counts() {
    return counts;
  }

  /** The share of all records that were recognised. */
  public double accuracy() {
    long right = 0;
    long all = 0;
    for (int label = 0; label < counts.length; label++) {
      right += counts[label][label];
      all += total(label);
    }
    return (double) right / all;
  }

  /** The share of a class's records that were recognised. */
  public double recall(int label) {
    return (double) counts[label][label] / Math.max(1, total(label));
  }

  private long total(int label) {
    long sum = 0;
    for (long count : counts[label]) {
      sum += count;
    }
    return sum;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("   true \\ said");
    for (int said = 0; said < counts.length; said++) {
      text.append(String.format(Locale.ROOT, "%7d", said));
    }
    text.append("   recognised\n");
    for (int label = 0; label < counts.length; label++) {
      text.append(String.format(Locale.ROOT, "%14d", label));
      for (long count : counts[label]) {
        text.append(count == 0 ? "      ·" : String.format(Locale.ROOT, "%7d", count));
      }
      text.append(String.format(Locale.ROOT, "%11.1f %%%n", 100 * recall(label)));
    }
    return text.toString();
  }
}
