package org.shuffledcheckin.learning.gradient;

/** Turns the last layer's scores into probabilities, and cross-entropy into a gradient of them. */
final class SoftmaxHead {
  private static final double SMALLEST_PROBABILITY = 1e-10;

  private SoftmaxHead() {}

  /** Writes the probabilities of scores from {@code at} on; NaN where a score is NaN. */
  static void probabilities(float[] scores, int at, int classes, float[] out) {
    float largest = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < classes; i++) {
      largest = Math.max(largest, scores[at + i]);
    }
    double sum = 0;
    for (int i = 0; i < classes; i++) {
      double power = Math.exp((double) scores[at + i] - largest);
      out[i] = (float) power;
      sum += power;
    }
    for (int i = 0; i < classes; i++) {
      out[i] = (float) (out[i] / sum);
    }
  }

  /** Returns the loss and turns {@code probabilities} into the gradient of the scores. */
  static double lossAndGradient(float[] probabilities, int label) {
    float probability = probabilities[label];
    probabilities[label] -= 1;
    return Float.isNaN(probability)
        ? Double.NaN
        : -Math.log(Math.max(SMALLEST_PROBABILITY, probability));
  }
}
