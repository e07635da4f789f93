package org.shuffledcheckin.experiments.simulation;

/**
 * What rounds took.
 *
 * @param rounds how many
 * @param reports made and added
 * @param refused reports that validation did not let in
 * @param cpu processor time by parts
 */
public record RoundCost(long rounds, long reports, long refused, CpuTime cpu) {
  /** Nothing yet. */
  static final RoundCost NONE = new RoundCost(0, 0, 0, new CpuTime(0, 0, 0, 0));

  RoundCost plus(RoundCost other) {
    return new RoundCost(
        rounds + other.rounds,
        reports + other.reports,
        refused + other.refused,
        cpu.plus(other.cpu));
  }
}
