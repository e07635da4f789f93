package org.shuffledcheckin.report.randomizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.amplification.LaplaceMechanism;

/**
 * The law of Laplace reports, every outcome of it, saturation included, against the profile that
 * the accountant charges with.
 */
class LaplaceLawTest {
  private static final int STEPS = LaplaceSpec.GRID_STEPS;

  /** Records at many distances, at the ends of the grid and inside, in both orders. */
  @ParameterizedTest
  @CsvSource({
    "8, 0, 65536",
    "8, 65536, 0",
    "8, 0, 65535",
    "8, 1, 65536",
    "8, 0, 1",
    "8, 32768, 32767",
    "8, 20000, 45536",
    "8, 3, 32771",
    "31.9999999, 0, 65536",
    "4.0000007, 0, 65536"
  })
  void hockeyStick_anyTwoRecords_isWithinTheProfile(double epsilon0, int one, int other) {
    LaplaceSpec spec = new LaplaceSpec(0, 1, epsilon0);
    LaplaceMechanism mechanism = LaplaceMechanism.of(spec.guarantee());
    for (double share : new double[] {0, 0.01, 0.3, 0.77, 0.999}) {
      double real = hockeyStick(spec, one, other, Math.exp(share * epsilon0));
      double proven = mechanism.delta(share * epsilon0);
      assertThat(real).as("share %s", share).isLessThanOrEqualTo(proven + 1e-12);
      if (Math.abs(one - other) == STEPS) {
        assertThat(real).as("share %s", share).isCloseTo(proven, within(1e-5));
      }
    }
  }

  /** Coarse enough for doubles to see it: the discrete law tells more than the continuous one. */
  @Test
  void profile_ofTheGrid_isAboveTheContinuousLaw() {
    LaplaceMechanism coarse = new LaplaceMechanism(2, 3);
    assertThat(coarse.delta(0)).isGreaterThan(1 - Math.exp(-1) + 1e-3);
  }

  private static double hockeyStick(LaplaceSpec spec, int one, int other, double factor) {
    int overshoot = LaplaceRandomizer.overshoot(spec);
    double sum = 0;
    for (int y = -overshoot; y <= STEPS + overshoot; y++) {
      double first = probability(spec, y - one, -overshoot - one, STEPS + overshoot - one);
      double second = probability(spec, y - other, -overshoot - other, STEPS + overshoot - other);
      sum += Math.max(0, first - factor * second);
    }
    return sum;
  }

  /** Noise of x steps that saturates at low and at high. */
  private static double probability(LaplaceSpec spec, int x, int low, int high) {
    double rate = LaplaceRandomizer.noise(spec).rate();
    double decay = Math.exp(-rate * Math.abs((double) x));
    double peak = Math.tanh(0.5 * rate);
    return x == low || x == high ? decay / (1 + Math.exp(-rate)) : peak * decay;
  }
}
