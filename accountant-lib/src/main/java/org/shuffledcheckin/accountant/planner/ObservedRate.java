package org.shuffledcheckin.accountant.planner;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.Poisson;
import org.shuffledcheckin.accountant.numeric.Search;

/**
 * The check-in rate that counts show, with exact confidence bounds: each bound alone is violated
 * with at most the stated probability, whatever the true rate (Clopper and Pearson for coins,
 * Garwood for Poisson draws).
 *
 * @param estimate reports per draw
 * @param lower a lower confidence bound
 * @param upper an upper confidence bound: the one to account with
 */
public record ObservedRate(double estimate, double lower, double upper) {
  /**
   * Bounds the rate.
   *
   * @param draws how many draws were made: clients times rounds
   * @param reports how many reports came of them
   * @param confidence the probability, in (0, 1), with which each bound holds
   */
  public static ObservedRate of(CheckInLaw law, long draws, long reports, double confidence) {
    Arguments.requireAtLeast("draws", draws, 1);
    Arguments.requireAtLeast("reports", reports, 0);
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException("confidence must be in (0, 1) but is " + confidence);
    }
    double miss = 1 - confidence;
    return law == CheckInLaw.POISSON
        ? poisson(draws, reports, miss)
        : bernoulli(draws, reports, miss);
  }

  /**
   * The rate at which reports arrive if clients check in with probability {@code rate} and are then
   * lost, independently of their data, with probability {@code dropout}. To account with {@code
   * rate} instead is safe as well.
   */
  public static double withDropouts(double rate, double dropout) {
    Arguments.requireProbability("check-in rate", rate);
    Arguments.requireProbability("dropout", dropout);
    return rate * (1 - dropout);
  }

  private static ObservedRate bernoulli(long draws, long reports, double miss) {
    if (reports > draws) {
      throw new IllegalArgumentException(
          "reports must be at most " + draws + ", one per coin, but are " + reports);
    }
    double upper =
        reports == draws
            ? 1
            : Search.smallest(0, 1, 0, rate -> new Binomial(draws, rate).cdf(reports) <= miss);
    long missing = draws - reports;
    double lower =
        reports == 0
            ? 0
            : 1 - Search.smallest(0, 1, 0, rate -> new Binomial(draws, rate).cdf(missing) <= miss);
    return new ObservedRate((double) reports / draws, lower, upper);
  }

  private static ObservedRate poisson(long draws, long reports, double miss) {
    double most = 2 * (reports + 10 - Math.log(miss)) + 10 * Math.sqrt(reports + 1.0);
    double upper = Search.smallest(0, most, 0, mean -> new Poisson(mean).cdf(reports) <= miss);
    double lower =
        reports == 0
            ? 0
            : Search.largest(
                0, (double) reports, 0, mean -> new Poisson(mean).survival(reports) <= miss);
    return new ObservedRate((double) reports / draws, lower / draws, upper / draws);
  }
}
