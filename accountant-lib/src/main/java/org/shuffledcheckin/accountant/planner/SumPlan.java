package org.shuffledcheckin.accountant.planner;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.sums.ReleaseRule;
import org.shuffledcheckin.accountant.sums.SummedRound;

/**
 * A round of distributed check-in and how often it would be discarded where honest clients drop out
 * independently of each other and dishonest ones keep away. That part is a forecast; what {@link
 * SummedRound#accounted()} costs is proven whatever happens.
 *
 * @param round with its two limits, how many reports may be missing and how many must be kept
 * @param discarded bounds the probability that a round keeps to neither or one of them only
 */
public record SumPlan(SummedRound round, double discarded) {
  /** Validates the probability. */
  public SumPlan {
    Arguments.requireProbability("discarded", discarded);
  }

  /** The forecast for a round as it is. */
  public static SumPlan of(SummedRound round, double dropout) {
    Arguments.requireFraction("dropout", dropout);
    double tooMany = missing(round, dropout).survival(round.release().lossLimit() + 1);
    double tooFew = arriving(round, dropout).cdf(round.release().leastReports() - 1);
    return new SumPlan(round, Math.min(1, tooMany + tooFew));
  }

  /**
   * Chooses the strictest limits at which few enough rounds are discarded: the fewest reports that
   * may be missing, and the most that must be kept.
   *
   * @param round whose limits are replaced
   * @param dropout the probability with which a client that checked in does not deliver, in [0, 1)
   * @param mostDiscarded the share of rounds that may be discarded, in (0, 1)
   */
  public static SumPlan forDropout(SummedRound round, double dropout, double mostDiscarded) {
    Arguments.requireFraction("dropout", dropout);
    Arguments.requireDelta("most discarded", mostDiscarded);
    double each = mostDiscarded / 2;
    long lossLimit = Math.max(0, missing(round, dropout).upperQuantile(each) - 1);
    long leastReports = Math.max(1, arriving(round, dropout).lowerQuantile(each) + 1);
    return of(
        round.withRelease(new ReleaseRule(lossLimit, leastReports, round.release().strikeShare())),
        dropout);
  }

  private static Binomial missing(SummedRound round, double dropout) {
    return new Binomial(round.honest(), round.rate() * dropout);
  }

  private static Binomial arriving(SummedRound round, double dropout) {
    return new Binomial(round.honest(), round.rate() * (1 - dropout));
  }
}
