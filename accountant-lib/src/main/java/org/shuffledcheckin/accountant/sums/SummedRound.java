package org.shuffledcheckin.accountant.sums;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;

/**
 * A round of distributed check-in: clients pledge their coin, report an integer vector with
 * discrete Gaussian noise, and all that is released is the sum of the reports that a verdict kept,
 * and their number. It is released only if enough clients pledged, few enough pledged reports are
 * missing, and the verdict keeps at least {@link #leastKept} of the reports that arrived.
 *
 * <p>Guarantees that the round is dominated by {@link #accounted()}, against the aggregator and,
 * where it can read the models, against the shuffler: whoever decides which clients' reports
 * arrive, as long as that does not depend on this round's coins, noise and records; whatever
 * verdict the aggregator chooses, as long as it sees nothing but sealed seeds in random order; and
 * whatever dishonest clients send. Not covered: shuffler and aggregator together, who see every
 * report with next to no noise, and a shuffler that does not keep to these rules.
 *
 * <p>See the privacy analysis, section 13.
 *
 * @param honest how many honest clients pledged at least, the protected one among them
 * @param dishonest how many clients at most work with the observer
 * @param lossLimit how many pledged reports may be missing at most
 * @param rate the probability of heads, in (0, 1]
 * @param gridBound R, the largest norm of the integer vector of an honest client
 * @param noise s, the parameter of the discrete Gaussian noise of every coordinate, at least 4
 * @param dimension how many coordinates a report has
 * @param leastReports k_min, how many reports a verdict must keep at least
 * @param strikeShare rho, the share of the reports that arrived that a verdict may strike, in [0,
 *     1)
 */
public record SummedRound(
    long honest,
    long dishonest,
    long lossLimit,
    double rate,
    int gridBound,
    double noise,
    int dimension,
    long leastReports,
    double strikeShare) {
  private static final double MOST_NOISE = 1e9;

  /** Far above the rounding of a few operations. */
  private static final double ROUNDING = 0x1p-48;

  /** Validates the description. */
  public SummedRound {
    Arguments.requireAtLeast("honest clients", honest, 1);
    Arguments.requireAtLeast("dishonest clients", dishonest, 0);
    Arguments.requireAtLeast("loss limit", lossLimit, 0);
    Arguments.requireRate("check-in rate", rate);
    Arguments.requireAtLeast("grid bound", gridBound, 1);
    Arguments.requireBetween("noise of a report", noise, RealNoise.LEAST, MOST_NOISE);
    Arguments.requireAtLeast("dimension", dimension, 1);
    Arguments.requireAtLeast("least reports", leastReports, 1);
    Arguments.requireFraction("strike share", strikeShare);
  }

  /** How many of so many reports that arrived a verdict must keep: k_min, and all but a share. */
  public long leastKept(long arrived) {
    return Math.max(leastReports, (long) Math.ceil((1 - strikeShare) * arrived));
  }

  /**
   * How many honest reports are in every sum that is released, but for the mass that {@link
   * #accounted()} has at infinite loss.
   *
   * @throws IllegalArgumentException if there may be none
   */
  public long leastHonestReports() {
    requireHidden();
    // Dishonest reports are all kept, and the more there are the fewer honest ones must be.
    long least = leastKept(arrivals().reports() + dishonest) - dishonest;
    if (least < 1) {
      throw new IllegalArgumentException(
          "least reports must be more than the "
              + dishonest
              + " that dishonest clients may send but are "
              + leastReports);
    }
    return least;
  }

  /**
   * The round that everybody charges with: the clients whose reports would arrive, the noise of the
   * fewest honest reports, and a mass at infinite loss that is the same constant for every round.
   * It depends on nothing but this record's values.
   *
   * @throws IllegalArgumentException if so few clients hide nobody, or the sum may hold no honest
   *     report, or noise of that many coordinates cannot be drawn exactly enough
   */
  public CheckInRound accounted() {
    long reports = leastHonestReports();
    requireExact(reports);
    return new CheckInRound(
        arrivals().clients(),
        rate,
        CheckInLaw.BERNOULLI,
        new LocalGuarantee.GaussianSum(noiseMultiplier(reports)),
        Arrivals.MASS);
  }

  /** The noise of a sum in units of the largest norm, rounded down. */
  private double noiseMultiplier(long reports) {
    double mu = new SumNoise.Discrete(noise, gridBound).mu(reports);
    return LocalGuarantee.Gaussian.REPLACEMENT_SENSITIVITY / mu * (1 - ROUNDING);
  }

  private Arrivals arrivals() {
    return new Arrivals(honest, lossLimit, rate);
  }

  private void requireHidden() {
    if (arrivals().clients() < 1) {
      throw new IllegalArgumentException(
          honest
              + " honest clients hide nobody once "
              + lossLimit
              + " reports may be missing at check-in rate "
              + rate);
    }
  }

  private void requireExact(long reports) {
    double deviation = new RealNoise(noise, dimension).deviation(reports);
    if (deviation > LocalGuarantee.GaussianSum.DEVIATION) {
      throw new IllegalArgumentException(
          "the noise of "
              + reports
              + " reports of "
              + dimension
              + " coordinates must be within "
              + LocalGuarantee.GaussianSum.DEVIATION
              + " of its law but is within "
              + deviation
              + " only");
    }
  }
}
