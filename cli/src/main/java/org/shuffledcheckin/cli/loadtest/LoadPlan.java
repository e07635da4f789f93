package org.shuffledcheckin.cli.loadtest;

import java.time.Duration;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.learning.model.Models;

/**
 * Everything that decides what a load test does.
 *
 * @param clients honest and misbehaving together
 * @param misbehaving share of them that misbehave, in [0, 1)
 * @param checkInRate mean number of reports of an honest client in a round
 * @param noiseMultiplier of every honest report
 * @param model that is trained
 * @param rounds at most
 * @param dropoutRate share of honest clients that vanish in a round after drawing
 * @param roundTime how long a round takes answers at most
 * @param patience after which no further round is begun
 * @param seed of records, model and misdeeds; never of draws or noise
 */
record LoadPlan(
    int clients,
    double misbehaving,
    double checkInRate,
    double noiseMultiplier,
    String model,
    long rounds,
    double dropoutRate,
    Duration roundTime,
    Duration patience,
    long seed) {
  /** One record of the drawn digits. */
  static final Shape RECORD = new Shape(1, 28, 28);

  static final int CLASSES = 10;
  private static final int FEWEST_CLIENTS = 20;
  private static final int MOST_CLIENTS = 1_000_000;

  /** Validates every value; messages name the flags. */
  LoadPlan {
    requireIn("--clients", clients, FEWEST_CLIENTS, MOST_CLIENTS);
    requireShare("--misbehaving", misbehaving);
    requireShare("--dropout-rate", dropoutRate);
    requirePositive("--check-in-rate", checkInRate, 1);
    requirePositive("--noise-multiplier", noiseMultiplier, 1e6);
    requireIn("--rounds", rounds, 1, 1_000_000);
    requireIn("--round-seconds", roundTime.toSeconds(), 1, 3600);
    requireIn("--max-seconds", patience.toSeconds(), 1, 86_400);
    Models.named(model, RECORD, CLASSES);
    if (clients - hostile(clients, misbehaving) < 1) {
      throw new IllegalArgumentException(
          "--misbehaving must leave an honest client but is " + misbehaving);
    }
  }

  /** How many clients misbehave. */
  int hostile() {
    return hostile(clients, misbehaving);
  }

  /** How many clients behave. */
  int honest() {
    return clients - hostile();
  }

  /**
   * How many answers release a batch: half of those to expect, so that a slow machine discards
   * nothing. A load test looks for lost reports, not for a good epsilon.
   */
  long releaseThreshold() {
    return Math.max(1, (long) Math.floor(0.5 * clients * (1 - dropoutRate)));
  }

  /** The share of misbehaving clients among the fewest that may answer, at its worst. */
  double dishonestFraction() {
    long threshold = releaseThreshold();
    long accounted = Math.max(1, threshold - hostile());
    // Half a client more than whole ones, so that rounding down gives these.
    return accounted == threshold ? 0 : 1 - (accounted + 0.5) / threshold;
  }

  private static int hostile(int clients, double share) {
    return (int) Math.floor(clients * share);
  }

  private static void requireIn(String flag, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          flag + " must be in [" + least + ", " + most + "] but is " + value);
    }
  }

  private static void requireShare(String flag, double value) {
    if (!(value >= 0 && value < 1)) {
      throw new IllegalArgumentException(flag + " must be in [0, 1) but is " + value);
    }
  }

  private static void requirePositive(String flag, double value, double most) {
    if (!(value > 0 && value <= most)) {
      throw new IllegalArgumentException(flag + " must be in (0, " + most + "] but is " + value);
    }
  }
}
