package org.shuffledcheckin.experiments.simulation;

/**
 * What rounds took, in nanoseconds of processor time of the threads that did the work, so that
 * other programs on the machine do not count.
 *
 * @param drawing the clients' coins
 * @param reporting gradients, clipping, noise and encoding
 * @param summing the aggregator's validation and sum
 * @param updating everything else: preparing workers, merging sums and the step
 */
public record CpuTime(long drawing, long reporting, long summing, long updating) {
  CpuTime plus(CpuTime other) {
    return new CpuTime(
        drawing + other.drawing,
        reporting + other.reporting,
        summing + other.summing,
        updating + other.updating);
  }

  /** All parts together. */
  public long total() {
    return drawing + reporting + summing + updating;
  }
}
