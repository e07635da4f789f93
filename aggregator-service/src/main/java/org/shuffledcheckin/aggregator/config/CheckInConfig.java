package org.shuffledcheckin.aggregator.config;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.kit.config.Default;
import org.shuffledcheckin.kit.round.Population;

/**
 * Who takes part and how often.
 *
 * @param clients a batch is released only if so many clients pledged
 * @param dishonestFraction the share of pledging clients that may not draw as they should; the
 *     accountant counts on the others only
 * @param lossLimit m: a batch is released only if at most so many pledged reports are missing; each
 *     that is tolerated costs cover
 * @param rate of each client's draw in a round
 * @param law of that draw
 */
public record CheckInConfig(
    long clients,
    @Default("0") double dishonestFraction,
    @Default("0") long lossLimit,
    double rate,
    @Default("poisson") CheckInLaw law) {
  /** Validates every value. */
  public CheckInConfig {
    Arguments.requireFraction("dishonest-fraction", dishonestFraction);
    Population unused = population(clients, dishonestFraction, lossLimit, rate, law);
  }

  /** The population, of which the accountant counts on the honest; rounded down, at a cost. */
  public Population population() {
    return population(clients, dishonestFraction, lossLimit, rate, law);
  }

  private static Population population(
      long clients, double dishonestFraction, long lossLimit, double rate, CheckInLaw law) {
    long honest = (long) Math.floor(clients * (1 - dishonestFraction));
    return new Population(clients, honest, lossLimit, rate, law);
  }
}
