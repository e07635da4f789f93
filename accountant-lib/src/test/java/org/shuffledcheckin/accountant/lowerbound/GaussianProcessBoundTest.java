package org.shuffledcheckin.accountant.lowerbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.sound.SoundAccountant;

class GaussianProcessBoundTest {
  private static final long SEED = 1118_2026;

  /** What the worst known data set costs, known to 0.3 % from another computation. */
  @ParameterizedTest
  @CsvSource({
    "60000, 3, 1, 0.4045",
    "60000, 3, 2, 0.0237",
    "60000, 3, 4, 0.008443",
    "60000, 10, 1, 0.6261",
    "60000, 10, 1.5, 0.08382",
    "60000, 10, 3, 0.02469",
    "60000, 100, 0.86, 3.767",
    "60000, 100, 2, 0.1651",
    "60000, 100, 8, 0.0267",
    "60000, 10, 0.86, 2.166",
    "60000, 1, 0.86, 1.166",
    "60000, 1, 8, 0.001819",
    "1000000, 10, 1, 0.1465"
  })
  void epsilon_knownCases_isWithinTheirAccuracy(
      long clients, double rate, double noise, double attained) {
    double epsilon = new GaussianProcessBound(clients, 2 / noise, rate, 1.0 / clients).epsilon();
    assertThat(epsilon).isBetween(0.997 * attained, 1.001 * attained);
  }

  /** With one round and one expected report everything can be summed directly. */
  @ParameterizedTest
  @CsvSource({"2, 1, 0.1", "3, 0.5, 0.05", "10, 2, 0.01"})
  void epsilon_fewReports_isBelowMonteCarlo(long clients, double rate, double delta) {
    double mu = 1;
    double epsilon = new GaussianProcessBound(clients, mu, rate, delta).epsilon();
    SplittableRandom random = new SplittableRandom(SEED);
    int runs = 400_000;
    double sum = 0;
    double squares = 0;
    for (int run = 0; run < runs; run++) {
      double loss = 0;
      for (int i = poisson(rate, random); i > 0; i--) {
        loss += loss(clients, mu, random.nextGaussian() + mu);
      }
      for (int i = poisson(rate * (clients - 1), random); i > 0; i--) {
        loss += loss(clients, mu, random.nextGaussian());
      }
      double excess = Math.max(0, -Math.expm1(epsilon - loss));
      sum += excess;
      squares += excess * excess;
    }
    double mean = sum / runs;
    double deviation = Math.sqrt((squares / runs - mean * mean) / runs);
    // Five deviations: fails by chance less than once in a million times.
    assertThat(mean).isGreaterThan(delta - 5 * deviation).isLessThan(1.02 * delta + 5 * deviation);
  }

  @Test
  void epsilon_randomSettings_neverExceedsTheUpperBound() {
    SplittableRandom random = new SplittableRandom(SEED);
    System.out.println("seed " + SEED);
    for (int i = 0; i < 24; i++) {
      long clients = (long) Math.exp(random.nextDouble(Math.log(10), Math.log(1e7)));
      double rate = Math.exp(random.nextDouble(Math.log(1e-4), Math.log(0.1)));
      long rounds = (long) Math.exp(random.nextDouble(0, Math.log(1e4)));
      double noise = Math.exp(random.nextDouble(Math.log(0.5), Math.log(8)));
      double delta = Math.exp(random.nextDouble(Math.log(1e-9), Math.log(1e-2)));
      CheckInRound round =
          new CheckInRound(clients, rate, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(noise));
      double upper = SoundAccountant.create().compose(round, rounds).epsilon(delta).epsilon();
      double lower = new GaussianProcessBound(clients, 2 / noise, rate * rounds, delta).epsilon();
      assertThat(lower)
          .as("%s, %d rounds, delta %s", round, rounds, delta)
          .isLessThanOrEqualTo(upper);
    }
  }

  private static double loss(long clients, double mu, double y) {
    return Math.log1p(Math.expm1(mu * y - mu * mu / 2) / clients);
  }

  private static int poisson(double mean, SplittableRandom random) {
    int count = 0;
    for (double product = random.nextDouble(); product > Math.exp(-mean); count++) {
      product *= random.nextDouble();
    }
    return count;
  }
}
