package org.shuffledcheckin.learning.gradient;

import static org.shuffledcheckin.accountant.Arguments.requireAtLeast;

/**
 * How well a model does on a data set.
 *
 * @param accuracy share of records whose label got the highest probability, the first class winning
 *     a tie
 * @param loss mean cross-entropy in nats, each record's at most -ln(1e-10)
 * @param records how many records it was measured on
 */
public record Evaluation(double accuracy, double loss, int records) {
  private static final double SMALLEST_PROBABILITY = 1e-10;

  /** Counts predictions. */
  static final class Tally {
    private int records;
    private int right;
    private double loss;

    void add(float[] probabilities, int at, int classes, int label) {
      int best = 0;
      for (int i = 1; i < classes; i++) {
        best = probabilities[at + i] > probabilities[at + best] ? i : best;
      }
      records++;
      right += best == label ? 1 : 0;
      loss -= Math.log(Math.max(SMALLEST_PROBABILITY, probabilities[at + label]));
    }

    Evaluation result() {
      requireAtLeast("records to evaluate on", records, 1);
      return new Evaluation((double) right / records, loss / records, records);
    }
  }
}
