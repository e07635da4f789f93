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

  /**
   * The same round, accounted under the assumption that this fraction of the clients may work with
   * the observer and so hide nobody: with floor(clients (1 - fraction)) clients.
   *
   * @throws IllegalArgumentException if nobody would be left
   */
  public CheckInRound withoutDishonest(double fraction) {
    Arguments.requireProbability("dishonest fraction", fraction);
    long honest = (long) Math.floor(clients * (1 - fraction));
    return new CheckInRound(
        Arguments.requireAtLeast("honest clients", honest, 1), checkInRate, law, guarantee);
  }
}
