package org.shuffledcheckin.kit.round;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.sums.ReleaseRule;
import org.shuffledcheckin.accountant.sums.SumNoise;
import org.shuffledcheckin.accountant.sums.SummedRound;
import org.shuffledcheckin.report.randomizer.GaussianSumSpec;

/**
 * What the accountant counts on where only the sum of a round's reports leaves the shuffler, beside
 * population and randomiser.
 *
 * @param leastReports fewer are never added up
 * @param strikeShare the largest share of the delivered reports that a verdict may strike
 * @param modelHidden whether the shuffler cannot read the model, and so never learns the sum
 */
public record SumRule(long leastReports, double strikeShare, boolean modelHidden) {
  /** Validates the numbers. */
  public SumRule {
    Arguments.requireBetween("least reports", leastReports, 1, WireLimits.CLIENTS);
    Arguments.requireFraction("strike share", strikeShare);
  }

  /**
   * A rule that strikes nothing and keeps the noise large, yet hardly ever discards a round by
   * chance: five standard deviations below the expected number of reports, once in three million.
   */
  public static SumRule ample(Population population) {
    double expected = population.expectedReports();
    double deviation = Math.sqrt(expected * (1 - population.rate()));
    return new SumRule((long) Math.max(1, Math.floor(expected - 5 * deviation)), 0, true);
  }

  /**
   * The round as the accountant sees it. Where the shuffler can read the model it is charged as the
   * shuffler sees it, who knows whose reports were added up: the aggregator sees less.
   */
  CheckInRound charge(Population population, GaussianSumSpec spec) {
    SummedRound round =
        new SummedRound(
            population.honest(),
            population.clients() - population.honest(),
            population.rate(),
            new SumNoise.Discrete(spec.noiseSteps(), spec.gridSteps()),
            spec.dimension(),
            new ReleaseRule(population.lossLimit(), leastReports, strikeShare));
    return modelHidden ? round.accounted() : round.accountedForShuffler();
  }
}
