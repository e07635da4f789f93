package org.shuffledcheckin.experiments.reference;

/**
 * A computed output beside the one that a reference file expects.
 *
 * @param id of the case
 * @param function of the case
 * @param output its name; empty where the function has one output
 * @param expected as the file has it
 * @param computed a number or a truth value
 * @param verdict how the two compare
 */
public record ComparedValue(
    String id, String function, String output, String expected, Object computed, Verdict verdict) {
  /**
   * How a computed value compares.
   *
   * @param agrees within the tolerance of what is expected
   * @param relativeError NaN where there is none, as between truth values
   */
  public record Verdict(boolean agrees, double relativeError) {}
}
