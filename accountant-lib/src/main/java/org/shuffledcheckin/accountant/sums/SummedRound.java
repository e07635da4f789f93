package org.shuffledcheckin.accountant.sums;

import java.util.Optional;
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
   * @throws IllegalArgumentException if {@link #accounted()} would throw it
   */
  public long leastHonestReports() {
    requireAccountable();
    return fewestHonest();
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
    requireAccountable();
    return new CheckInRound(
        arrivals().clients(),
        rate,
        CheckInLaw.BERNOULLI,
        new LocalGuarantee.GaussianSum(noiseMultiplier(fewestHonest())),
        Arrivals.MASS);
  }

  /** The same; empty where there is no such round. */
  public Optional<CheckInRound> accountedIfAny() {
    return refusal().isPresent() ? Optional.empty() : Optional.of(accounted());
  }

  /** The same round with other noise in every report. */
  public SummedRound withNoise(double other) {
    return new SummedRound(
        honest, dishonest, lossLimit, rate, gridBound, other, dimension, leastReports, strikeShare);
  }

  /** The same round with other limits: how many reports may be missing, and must be kept. */
  public SummedRound withLimits(long otherLossLimit, long otherLeastReports) {
    return new SummedRound(
        honest,
        dishonest,
        otherLossLimit,
        rate,
        gridBound,
        noise,
        dimension,
        otherLeastReports,
        strikeShare);
  }

  /** Dishonest reports are all kept, and the more there are the fewer honest ones must be. */
  private long fewestHonest() {
    return leastKept(arrivals().reports() + dishonest) - dishonest;
  }

  /** The noise of a sum in units of the largest norm, rounded down. */
  private double noiseMultiplier(long reports) {
    double mu = new SumNoise.Discrete(noise, gridBound).mu(reports);
    return LocalGuarantee.Gaussian.REPLACEMENT_SENSITIVITY / mu * (1 - ROUNDING);
  }

  private Arrivals arrivals() {
    return new Arrivals(honest, lossLimit, rate);
  }

  private void requireAccountable() {
    Optional<String> refusal = refusal();
    if (refusal.isPresent()) {
      throw new IllegalArgumentException(refusal.get());
    }
  }

  /** Why nothing is proven of this round; empty if something is. */
  private Optional<String> refusal() {
    if (arrivals().clients() < 1) {
      return Optional.of(
          "%d honest clients hide nobody once %d reports may be missing at check-in rate %s"
              .formatted(honest, lossLimit, rate));
    }
    long reports = fewestHonest();
    if (reports < 1) {
      return Optional.of(
          "least reports must be more than the %d that dishonest clients may send but are %d"
              .formatted(dishonest, leastReports));
    }
    double deviation = new RealNoise(noise, dimension).deviation(reports);
    return deviation <= LocalGuarantee.GaussianSum.DEVIATION
        ? Optional.empty()
        : Optional.of(
            "the noise of %d reports of %d coordinates must be within %s of its law but is within %s"
                .formatted(reports, dimension, LocalGuarantee.GaussianSum.DEVIATION, deviation));
  }
}
