package org.shuffledcheckin.report.randomizer;

/** What the aggregator sees of a round. */
public enum ReportForm {
  /** Every report by itself, in random order: each must carry noise enough to stand alone. */
  SHUFFLED,
  /** The sum of the reports and their number: the noise of all of them hides each. */
  DISTRIBUTED
}
