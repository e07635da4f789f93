package org.shuffledcheckin.accountant.sound;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.numeric.Normal;

/**
 * What the privacy blanket would give where it can be computed: one round, one dimension. The
 * privacy analysis has these numbers in a table; nothing in the product uses them.
 */
class PrivacyBlanketTest {
  /** One round against 1/n: the blanket under a coin, and what the accountant proves for both. */
  @ParameterizedTest
  @CsvSource({
    "1, 0.0621, 0.7633, 0.06223",
    "2, 0.0030, 0.05402, 0.002407",
    "4, 0.00086, 0.01127, 0.0007574"
  })
  void epsilon_scalarGaussian_isBelowTheCoinsAndNotBelowPoissons(
      double noise, double blanket, double coin, double poisson) {
    long clients = 60_000;
    double rate = 0.05;
    double delta = 1.0 / clients;
    double found = new ScalarBlanket(clients, rate, noise).epsilon(delta);
    System.out.printf("scalar blanket at noise %s: epsilon %.5f%n", noise, found);
    assertThat(found).isBetween(0.98 * blanket, 1.02 * blanket);
    assertThat(proven(CheckInLaw.BERNOULLI, clients, rate, noise, delta))
        .isBetween(0.999 * coin, coin);
    assertThat(proven(CheckInLaw.POISSON, clients, rate, noise, delta))
        .isBetween(0.999 * poisson, poisson)
        .isLessThan(1.01 * found);
  }

  /** The more coordinates, the less all records have in common. */
  @Test
  void mass_growingDimension_vanishes() {
    double[] expected = {0.317, 0.0349, 3.61e-5, 1.45e-14, 4.65e-28};
    int[] dimensions = {1, 10, 100, 1000, 3930};
    for (int i = 0; i < dimensions.length; i++) {
      double mass = mass(dimensions[i], 1);
      System.out.printf("blanket of %d coordinates at noise 1: %.3g%n", dimensions[i], mass);
      assertThat(mass).isBetween(0.99 * expected[i], 1.01 * expected[i]);
    }
  }

  private static double proven(
      CheckInLaw law, long clients, double rate, double noise, double delta) {
    CheckInRound round = new CheckInRound(clients, rate, law, new LocalGuarantee.Gaussian(noise));
    return SoundAccountant.create().compose(round, 1).epsilon(delta).epsilon();
  }

  /**
   * The mass of the infimum of Gaussians around the points of a ball of radius 1: E exp(-|Y|/noise
   * - 1/(2 noise^2)) over a standard normal Y.
   */
  private static double mass(int dimension, double noise) {
    double sum = 0;
    double norm = 0;
    double step = 1e-3;
    double centre = Math.sqrt(dimension);
    for (double r = Math.max(step, centre - 12); r < centre + 12; r += step) {
      double logDensity = (dimension - 1) * Math.log(r / centre) - (r * r - dimension) / 2;
      double density = Math.exp(logDensity);
      norm += density;
      sum += density * Math.exp(-r / noise - 1 / (2 * noise * noise));
    }
    return sum / norm;
  }

  /**
   * The blanket bound of a round in which clients with records in [-1, 1] flip a coin and report
   * with Gaussian noise. Every report is drawn from the infimum of all laws with the blanket's
   * mass; the hockey stick is E[X_1 + ... + X_n]_+ / n with X = (f_u - alpha f_v) / infimum for
   * such a report, 0 for another one and 1 - alpha for an absent client.
   */
  private record ScalarBlanket(long clients, double rate, double noise) {
    private static final int CELLS = 1000;
    private static final int POINTS = 1 << 18;
    private static final double CUT = 4.6;

    double epsilon(double delta) {
      double low = 0;
      double high = 0.125;
      for (int i = 0; i < 13; i++) {
        double middle = 0.5 * (low + high);
        if (delta(middle) > delta) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return high;
    }

    private double delta(double epsilon) {
      double alpha = Math.exp(epsilon);
      double[] x = new double[CELLS + 2];
      double[] p = new double[CELLS + 2];
      double width = (2 / noise + 2 * CUT) / CELLS;
      double covered = 0;
      for (int i = 0; i < CELLS; i++) {
        double from = -1 / noise - CUT + i * width;
        double u = Normal.mass(from - 1 / noise, width);
        double v = Normal.mass(from + 1 / noise, width);
        double common = Math.min(u, v);
        x[i] = (u - alpha * v) / common;
        p[i] = rate * common;
        covered += common;
      }
      x[CELLS] = 1 - alpha;
      p[CELLS] = 1 - rate;
      p[CELLS + 1] = rate * (1 - covered);
      return new MeanPositivePart(x, p, clients, POINTS).value() + rate * Normal.survival(CUT);
    }
  }
}
