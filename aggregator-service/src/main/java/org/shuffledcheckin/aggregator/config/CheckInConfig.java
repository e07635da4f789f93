package org.shuffledcheckin.aggregator.config;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.kit.config.Default;
import org.shuffledcheckin.kit.round.Population;

/**
 * Who takes part and how often.
 *
 * @param clients n: a batch is released only if so many clients answered
 * @param dishonestFraction the share of answering clients that may not draw as they should; the
 *     accountant counts on the others only
 * @param rate of each client's draw in a round
 * @param law of that draw
 */
public record CheckInConfig(
    long clients,
    @Default("0") double dishonestFraction,
    double rate,
    @Default("poisson") CheckInLaw law) {
  /** Validates every value. */
  public CheckInConfig {
    Arguments.requireFraction("dishonest-fraction", dishonestFraction);
    Population unused = population(clients, dishonestFraction, rate, law);
  }

  /** The population, of which the accountant counts on the honest; rounded down, at a cost. */
  public Population population() {
    return population(clients, dishonestFraction, rate, law);
  }

  private static Population population(
      long clients, double dishonestFraction, double rate, CheckInLaw law) {
    long honest = (long) Math.floor(clients * (1 - dishonestFraction));
    return new Population(clients, honest, rate, law);
  }
}
