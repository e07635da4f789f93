package org.shuffledcheckin.accountant.sums;

import org.shuffledcheckin.accountant.Arguments;

/**
 * When a shuffler gives a sum away. Clients cannot check that it keeps to the rule; what is charged
 * rests on it.
 *
 * @param lossLimit how many pledged reports may be missing at most
 * @param leastReports k_min, how many reports a verdict must keep at least
 * @param strikeShare rho, the share of the reports that arrived that a verdict may strike, in [0,
 *     1)
 */
public record ReleaseRule(long lossLimit, long leastReports, double strikeShare) {
  /** Validates the numbers. */
  public ReleaseRule {
    Arguments.requireAtLeast("loss limit", lossLimit, 0);
    Arguments.requireAtLeast("least reports", leastReports, 1);
    Arguments.requireFraction("strike share", strikeShare);
  }

  /** How many of so many reports that arrived a verdict must keep: k_min, and all but a share. */
  public long leastKept(long arrived) {
    return Math.max(leastReports, (long) Math.ceil((1 - strikeShare) * arrived));
  }
}
