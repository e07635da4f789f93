package org.shuffledcheckin.experiments.simulation;

/**
 * What rounds took, in nanoseconds of processor time of the threads that did the work, so that
 * other programs on the machine do not count.
 *
 * @param rounds how many
 * @param reports made and added
 * @param refused reports that validation did not let in
 * @param drawing the clients' coins
 * @param reporting gradients, clipping, noise and encoding
 * @param summing the aggregator's validation and sum
 * @param updating everything else: preparing workers, merging sums and the step
 */
public record RoundCost(
    long rounds,
    long reports,
    long refused,
    long drawing,
    long reporting,
    long summing,
    long updating) {
  /** Nothing yet. */
  public static final RoundCost NONE = new RoundCost(0, 0, 0, 0, 0, 0, 0);

  /** Both together. */
  public RoundCost plus(RoundCost other) {
    return new RoundCost(
        rounds + other.rounds,
        reports + other.reports,
        refused + other.refused,
        drawing + other.drawing,
        reporting + other.reporting,
        summing + other.summing,
        updating + other.updating);
  }

  /** Processor time of all parts. */
  public long total() {
    return drawing + reporting + summing + updating;
  }
}
