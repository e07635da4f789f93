package org.shuffledcheckin.accountant.losses;

/**
 * Compares rounds of which only some clients' reports arrive, unnoticed, with the round that is
 * charged.
 */
interface LossComparison {
  /**
   * Whether a round of so many clients, weighted with the probability that it is released, is below
   * the round that is charged and the slack. The answer may err on the side of no.
   *
   * @param accounted the clients that are charged with
   * @param arriving those whose reports arrive
   * @param kept the probability, rounded up
   */
  boolean covers(long accounted, long arriving, double kept);

  /** A probability of release so small that no comparison is needed. */
  double negligible();
}
