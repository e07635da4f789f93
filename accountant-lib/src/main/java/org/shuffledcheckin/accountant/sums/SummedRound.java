package org.shuffledcheckin.accountant.sums;

import java.util.Objects;
import java.util.Optional;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;

/**
 * A round of distributed check-in: clients pledge their coin, report an integer vector with
 * discrete Gaussian noise, and all that is released is the sum of the reports that a verdict kept,
 * and their number. It is released only if enough clients pledged, few enough pledged reports are
 * missing, and the verdict keeps at least {@link ReleaseRule#leastKept} of the reports that
 * arrived.
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
 * @param rate the probability of heads, in (0, 1]
 * @param noise of every honest client's integers, a discrete Gaussian of parameter at least 4
 * @param dimension how many coordinates a report has
 * @param release what the shuffler asks for before it gives a sum away
 */
public record SummedRound(
    long honest,
    long dishonest,
    double rate,
    SumNoise.Discrete noise,
    int dimension,
    ReleaseRule release) {
  private static final double MOST_NOISE = 1e9;

  /** Far above the rounding of a few operations. */
  private static final double ROUNDING = 0x1p-48;

  /** Validates the description. */
  public SummedRound {
    Arguments.requireAtLeast("honest clients", honest, 1);
    Arguments.requireAtLeast("dishonest clients", dishonest, 0);
    Arguments.requireRate("check-in rate", rate);
    Arguments.requireBetween("noise of a report", noise.noise(), RealNoise.LEAST, MOST_NOISE);
    Arguments.requireAtLeast("dimension", dimension, 1);
    Objects.requireNonNull(release, "release");
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

  /**
   * The same against a shuffler that can read the models: it knows whose reports are in a sum. The
   * aggregator sees less, so that who charges with this has charged for both.
   *
   * @throws IllegalArgumentException as {@link #accounted()}
   */
  public CheckInRound accountedForShuffler() {
    CheckInRound round = accounted();
    LocalGuarantee.GaussianSum sum = (LocalGuarantee.GaussianSum) round.guarantee();
    return new CheckInRound(
        round.clients(),
        round.checkInRate(),
        round.law(),
        new LocalGuarantee.GaussianSum(sum.noiseMultiplier(), true),
        round.lossMass());
  }

  /** The same; empty where there is no such round. */
  public Optional<CheckInRound> accountedIfAny() {
    return refusal().isPresent() ? Optional.empty() : Optional.of(accounted());
  }

  /** The same round with another parameter of the noise in every report. */
  public SummedRound withNoise(double other) {
    SumNoise.Discrete changed = new SumNoise.Discrete(other, noise.gridBound());
    return new SummedRound(honest, dishonest, rate, changed, dimension, release);
  }

  /** The same round with another rule. */
  public SummedRound withRelease(ReleaseRule other) {
    return new SummedRound(honest, dishonest, rate, noise, dimension, other);
  }

  /** Dishonest reports are all kept, and the more there are the fewer honest ones must be. */
  private long fewestHonest() {
    return release.leastKept(arrivals().reports() + dishonest) - dishonest;
  }

  /** The noise of a sum in units of the largest norm, rounded down. */
  private double noiseMultiplier(long reports) {
    return LocalGuarantee.Gaussian.REPLACEMENT_SENSITIVITY / noise.mu(reports) * (1 - ROUNDING);
  }

  private Arrivals arrivals() {
    return new Arrivals(honest, release.lossLimit(), rate);
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
              .formatted(honest, release.lossLimit(), rate));
    }
    long reports = fewestHonest();
    if (reports < 1) {
      return Optional.of(
          "least reports must be more than the %d that dishonest clients may send but are %d"
              .formatted(dishonest, release.leastReports()));
    }
    double deviation = new RealNoise(noise.noise(), dimension).deviation(reports);
    return deviation <= LocalGuarantee.GaussianSum.DEVIATION
        ? Optional.empty()
        : Optional.of(
            "the noise of %d reports of %d coordinates must be within %s of its law but is within %s"
                .formatted(reports, dimension, LocalGuarantee.GaussianSum.DEVIATION, deviation));
  }
}
