package org.shuffledcheckin.accountant.losses;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.numeric.Poisson;
import org.shuffledcheckin.accountant.numeric.Search;

/**
 * The quantities of the theorem on lost reports one by one, for whoever wants to check them. What
 * rounds cost is decided by {@link PledgedRound} alone.
 */
public final class LostReports {
  private static final int FINE_CELLS = 100_000;

  private LostReports() {}

  /** The probability, rounded up by 1e-9, that so many clients draw at most the limit together. */
  public static double unnoticed(long lossLimit, double rate, CheckInLaw law, long lost) {
    Arguments.requireAtLeast("lost clients", lost, 0);
    return new UnnoticedLoss(lossLimit, rate, law).probability(lost);
  }

  /** How many of the honest clients the threshold form counts on, at a mass; below 1 if none. */
  public static long thresholdClients(
      long honest, long lossLimit, double rate, CheckInLaw law, double mass) {
    return new LossThreshold(new UnnoticedLoss(lossLimit, rate, law), mass).clients(honest);
  }

  /** The mean at which a Poisson number of reports is at most the limit with a probability. */
  public static double noticedReports(long lossLimit, double probability) {
    Arguments.requireDelta("probability", probability);
    double most = 2 * (lossLimit + 10 - Math.log(probability)) + 10 * Math.sqrt(lossLimit + 1.0);
    return Search.smallest(0, most, 0, mean -> new Poisson(mean).cdf(lossLimit) <= probability);
  }

  /**
   * The excess of the change of measure for Gaussian noise and Poisson check-ins, without credit
   * for likelihood ratios that are close to 1; valid for every cut and θ.
   *
   * @param accounted n'
   * @param arriving g, below n'
   * @param mu distance of two records in standard deviations of the noise
   * @param kept the probability that the loss is not noticed
   * @param cut the report beyond which c is constant
   */
  public static double freeExcess(
      long accounted,
      long arriving,
      double rate,
      double mu,
      double kept,
      double cut,
      double theta) {
    double rho = (double) arriving / accounted;
    return LossCell.ofPairs(accounted, rho, rate, mu, cut, FINE_CELLS, false).excess(kept, theta);
  }
}
