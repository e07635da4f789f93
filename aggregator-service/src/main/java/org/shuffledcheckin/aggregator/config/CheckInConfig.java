package org.shuffledcheckin.aggregator.config;

import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.kit.config.Default;
import org.shuffledcheckin.kit.round.WireLimits;

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
    Check.inRange("clients", clients, 1, WireLimits.CLIENTS);
    Check.fraction("dishonest-fraction", dishonestFraction);
    if (!(rate > 0 && rate <= 1)) {
      throw new IllegalArgumentException("rate must be in (0, 1] but is " + rate);
    }
    if (honest(clients, dishonestFraction) < 1) {
      throw new IllegalArgumentException(
          "dishonest-fraction must leave at least 1 client but is " + dishonestFraction);
    }
  }

  /** How many clients the accountant counts on; rounded down, which only costs more. */
  public long honestClients() {
    return honest(clients, dishonestFraction);
  }

  static long honest(long clients, double dishonestFraction) {
    return (long) Math.floor(clients * (1 - dishonestFraction));
  }
}
