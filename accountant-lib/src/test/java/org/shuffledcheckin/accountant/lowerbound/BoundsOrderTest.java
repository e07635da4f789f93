package org.shuffledcheckin.accountant.lowerbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.sound.SoundAccountant;

/** What is proven from above is never below what is proven from below. */
class BoundsOrderTest {
  private static final long SEED = 41_2026;

  @ParameterizedTest
  @CsvSource({
    "2, 0.5, 1, 1e-3",
    "20, 0.3, 5, 1e-4",
    "1000, 0.05, 30, 1e-5",
    "10000, 0.01, 1, 1e-9",
    "10000, 0.001, 100, 1e-4",
    "60000, 0.001, 10000, 1e-6",
    "1000000, 0.0001, 1000, 1e-7",
  })
  void upperBound_neverBelowLowerBound(long clients, double rate, long rounds, double delta) {
    for (CheckInLaw law : CheckInLaw.values()) {
      for (double epsilon0 : new double[] {0.5, 2, 6}) {
        check(new CheckInRound(clients, rate, law, pure(epsilon0)), rounds, delta);
      }
      for (double sigma : new double[] {0.8, 2, 8}) {
        check(new CheckInRound(clients, rate, law, gaussian(sigma)), rounds, delta);
      }
    }
  }

  /** Losses of hundreds per report: where exponentials overflow and differences cancel. */
  @ParameterizedTest
  @CsvSource({"0.3, 10", "0.1, 10", "0.05, 100000", "0.03, 100", "0.02, 100000", "0.01, 100000"})
  void upperBound_littleNoise_neverBelowLowerBound(double sigma, long rounds) {
    for (CheckInLaw law : CheckInLaw.values()) {
      check(new CheckInRound(60_000, 0.001, law, gaussian(sigma)), rounds, 1e-5);
    }
  }

  /** Every randomiser that we know the law of, over the whole range of its parameters. */
  @Test
  void upperBound_randomRounds_neverBelowLowerBound() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int trial = 0; trial < 8; trial++) {
      long clients = 2 + (long) Math.exp(11 * random.nextDouble());
      double rate = 0.1 * Math.exp(-6 * random.nextDouble());
      double epsilon0 = 0.1 * Math.exp(4.5 * random.nextDouble());
      long rounds = 1 + (long) Math.exp(7 * random.nextDouble());
      double delta = Math.pow(10, -2 - 7 * random.nextDouble());
      int values = 3 + (int) Math.exp(6 * random.nextDouble());
      int steps = 1 << (1 + random.nextInt(16));
      for (LocalGuarantee guarantee :
          List.of(
              new LocalGuarantee.BinaryResponse(epsilon0),
              new LocalGuarantee.KAryResponse(epsilon0, values),
              new LocalGuarantee.Laplace(epsilon0, steps))) {
        for (CheckInLaw law : CheckInLaw.values()) {
          check(new CheckInRound(clients, rate, law, guarantee), rounds, delta);
        }
      }
    }
  }

  private static LocalGuarantee pure(double epsilon0) {
    return new LocalGuarantee.PureLdp(epsilon0);
  }

  private static LocalGuarantee gaussian(double sigma) {
    return new LocalGuarantee.Gaussian(sigma);
  }

  private static void check(CheckInRound round, long rounds, double delta) {
    double upper = SoundAccountant.create().compose(round, rounds).epsilon(delta).epsilon();
    double lower = LowerBounds.epsilon(round, rounds, delta).epsilon();
    assertThat(lower)
        .as("seed %d: %s, %d rounds, delta %s, upper %s", SEED, round, rounds, delta, upper)
        .isLessThanOrEqualTo(upper);
  }
}
