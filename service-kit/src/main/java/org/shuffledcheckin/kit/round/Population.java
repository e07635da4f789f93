package org.shuffledcheckin.kit.round;

import java.util.Objects;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;

/**
 * Who takes part in a round and how each of them draws.
 *
 * @param clients how many answers the release needs
 * @param accounted n: how many of those the accountant counts on as honest; what everybody charges
 *     with
 * @param rate of each client's draw
 * @param law of that draw
 */
public record Population(long clients, long accounted, double rate, CheckInLaw law) {
  /** Validates the numbers. */
  public Population {
    Arguments.requireBetween("clients", clients, 1, WireLimits.CLIENTS);
    Arguments.requireBetween("accounted clients", accounted, 1, clients);
    Arguments.requireRate("check-in rate", rate);
    Objects.requireNonNull(law, "law");
  }

  /** A population of which every client is counted on. */
  public static Population allHonest(long clients, double rate, CheckInLaw law) {
    return new Population(clients, clients, rate, law);
  }

  /** A round of this population as the accountant sees it. */
  public CheckInRound charge(LocalGuarantee guarantee) {
    return new CheckInRound(accounted, rate, law, guarantee);
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
