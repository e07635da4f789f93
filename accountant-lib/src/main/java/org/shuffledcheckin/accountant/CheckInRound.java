package org.shuffledcheckin.accountant;

import java.util.Objects;

/**
 * Describes one round as the accountant sees it.
 *
 * @param clients how many honest clients draw in this round, the protected one among them
 * @param checkInRate the announced rate of each client's draw, in [0, 1]
 * @param law how each client draws
 * @param guarantee what the local randomiser promises about one report
 */
public record CheckInRound(
    long clients, double checkInRate, CheckInLaw law, LocalGuarantee guarantee) {
  /** Validates the description. */
  public CheckInRound {
    Arguments.requireAtLeast("clients", clients, 1);
    Arguments.requireProbability("check-in rate", checkInRate);
    Objects.requireNonNull(law, "law");
    Objects.requireNonNull(guarantee, "guarantee");
  }
}
