package org.shuffledcheckin.kit.round;

import java.util.Objects;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.losses.PledgedRound;
import org.shuffledcheckin.report.randomizer.GaussianSumSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/**
 * Who takes part in a round, how each of them draws, and how much may get lost.
 *
 * @param clients how many pledges the release needs
 * @param honest n: how many of those are counted on as honest
 * @param lossLimit m: how many pledged reports may be missing from a released batch
 * @param rate of each client's draw
 * @param law of that draw
 */
public record Population(long clients, long honest, long lossLimit, double rate, CheckInLaw law) {
  /** Validates the numbers. */
  public Population {
    Arguments.requireBetween("clients", clients, 1, WireLimits.CLIENTS);
    Arguments.requireBetween("honest clients", honest, 1, clients);
    Arguments.requireBetween("loss limit", lossLimit, 0, WireLimits.CLIENTS);
    Arguments.requireRate("check-in rate", rate);
    Objects.requireNonNull(law, "law");
  }

  /** A population of which every client is counted on and no report may be missing. */
  public static Population allHonest(long clients, double rate, CheckInLaw law) {
    return new Population(clients, clients, 0, rate, law);
  }

  /** The same population to somebody who believes in no more than so many honest clients. */
  public Population believing(long most) {
    return new Population(clients, Math.min(honest, most), lossLimit, rate, law);
  }

  /**
   * A round of this population as the accountant sees it: with the honest clients, less what the
   * losses that it allows may cost. Everybody who is told the same numbers charges the same.
   *
   * @throws IllegalArgumentException if nobody would be left to hide among
   */
  public CheckInRound charge(LocalGuarantee guarantee) {
    return pledged(guarantee).accounted();
  }

  /** Whether a charge for a round of this population errs on the safe side, if it errs. */
  public boolean proves(CheckInRound charge) {
    return pledged(charge.guarantee()).proves(charge);
  }

  private PledgedRound pledged(LocalGuarantee guarantee) {
    return new PledgedRound(honest, lossLimit, rate, law, guarantee);
  }

  /**
   * A round of this population whose reports are made by this randomiser.
   *
   * @param sums what holds where only the sum of the reports is seen; means nothing elsewhere
   * @throws IllegalArgumentException if nobody would be left to hide among
   */
  public CheckInRound charge(RandomizerSpec randomizer, SumRule sums) {
    return randomizer instanceof GaussianSumSpec spec
        ? sums.charge(this, spec)
        : charge(randomizer.guarantee());
  }

  /** How many reports a round has on average. */
  public double expectedReports() {
    return clients * rate;
  }

  /** The most reports that one client may draw. */
  public int reportsPerClient() {
    return law == CheckInLaw.BERNOULLI ? 1 : WireLimits.REPORTS_PER_CLIENT;
  }
}
