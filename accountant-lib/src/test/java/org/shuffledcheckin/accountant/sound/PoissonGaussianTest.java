package org.shuffledcheckin.accountant.sound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.amplification.GaussianMechanism;
import org.shuffledcheckin.accountant.numeric.Normal;

/**
 * The theorem of Poisson check-ins with Gaussian noise against real data sets on a line, records in
 * [-1, 1], the extremal one and others.
 */
class PoissonGaussianTest {
  private static final long SEED = 4_2026;
  private static final double[] EPSILONS = {0.01, 0.1, 0.3, 0.8, 1.5};

  /** The records of three clients; the first is replaced by the fourth number. */
  private static final double[][] DATA_SETS = {
    {1, -1, -1, -1},
    {1, 1, 1, -1},
    {1, 0, 0, -1},
    {1, 1, -1, -1},
    {1, -1, 0.3, -0.2},
    {0.5, 0.9, -0.7, -0.9},
    {1, 0.2, 0.2, 0}
  };

  @ParameterizedTest
  @CsvSource({"1, 0.3", "0.6, 0.2", "3, 0.4"})
  void envelope_realDataSets_staysBelow(double noise, double rate) {
    for (double[] data : DATA_SETS) {
      for (double factor : new double[] {0.3, 0.7, 0.95, 1, 1.02, 1.1, 1.5, 3, 10}) {
        double real = 0;
        double step = noise / 400;
        for (double y = -1 - 12 * noise; y < 1 + 12 * noise; y += step) {
          double p = intensity(data, data[0], y, noise, rate);
          double q = intensity(data, data[3], y, noise, rate);
          real += step * Math.max(0, p - factor * q);
        }
        double envelope = rate * new GaussianMechanism(2 / noise).poissonEnvelope(3, factor - 1);
        assertThat(real).isLessThanOrEqualTo(envelope * (1 + 1e-4) + 1e-9);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 3", "2.3, 60000", "0.1, 10", "5, 1", "0.01, 1"})
  void envelope_atFactorOne_isConvex(double mu, long clients) {
    for (double h : new double[] {1e-2, 1e-4, 1e-6}) {
      double width = h / clients;
      GaussianMechanism gaussian = new GaussianMechanism(mu);
      double left = gaussian.poissonEnvelope(clients, -width);
      double middle = gaussian.poissonEnvelope(clients, 0);
      double right = gaussian.poissonEnvelope(clients, width);
      assertThat(left + right - 2 * middle).isGreaterThanOrEqualTo(-1e-14);
    }
  }

  /**
   * Bins the line, which tells less than the points do, and enumerates up to three points: a lower
   * bound on the true delta.
   */
  @ParameterizedTest
  @CsvSource({"1, 0.05", "0.7, 0.03"})
  void delta_realDataSets_staysBelow(double noise, double rate) {
    SoundAccountant accountant =
        SoundAccountant.create().compose(Rounds.poisson(3, rate, noise), 1);
    double tightest = 0;
    for (double[] data : DATA_SETS) {
      double[] p = bins(data, data[0], noise, rate);
      double[] q = bins(data, data[3], noise, rate);
      for (double epsilon : EPSILONS) {
        double real = upToThreePoints(p, q, 3 * rate, Math.exp(epsilon));
        double proven = accountant.delta(epsilon).delta();
        assertThat(real).isLessThanOrEqualTo(proven);
        tightest = Math.max(tightest, real / proven);
      }
    }
    assertThat(tightest).as("the extremal data set nearly reaches the bound").isGreaterThan(0.9);
  }

  /** By Hoeffding's inequality each comparison fails wrongly with probability below 1e-9. */
  @Test
  void delta_simulatedRuns_staysBelow() {
    int samples = 100_000;
    double margin = Math.sqrt(Math.log(1e9) / (2 * samples));
    double noise = 1;
    double rate = 0.5;
    int rounds = 3;
    Random random = new Random(SEED);
    SoundAccountant accountant =
        SoundAccountant.create().compose(Rounds.poisson(3, rate, noise), rounds);
    for (double[] data : DATA_SETS) {
      double[] losses = new double[samples];
      for (int i = 0; i < samples; i++) {
        losses[i] = simulatedLoss(data, noise, rate * rounds, random);
      }
      for (double epsilon : EPSILONS) {
        double mean = 0;
        for (double loss : losses) {
          mean += Math.max(0, -Math.expm1(epsilon - loss)) / samples;
        }
        double proven = accountant.delta(epsilon).delta();
        assertThat(mean).as("seed %d epsilon %s", SEED, epsilon).isLessThan(proven + margin);
      }
    }
  }

  private static double intensity(
      double[] data, double first, double y, double noise, double rate) {
    double sum = Normal.density((y - first) / noise);
    sum += Normal.density((y - data[1]) / noise) + Normal.density((y - data[2]) / noise);
    return rate * sum / noise;
  }

  private static double[] bins(double[] data, double first, double noise, double rate) {
    int count = 60;
    double[] bins = new double[count];
    double low = -1 - 4 * noise;
    double width = (2 + 8 * noise) / (count - 2);
    for (double record : new double[] {first, data[1], data[2]}) {
      for (int b = 0; b < count; b++) {
        double start = (low + (b - 1) * width - record) / noise;
        bins[b] +=
            rate
                * (b == 0
                    ? Normal.cdf(start + width / noise)
                    : b == count - 1 ? Normal.survival(start) : Normal.mass(start, width / noise));
      }
    }
    return bins;
  }

  private static double upToThreePoints(double[] p, double[] q, double total, double factor) {
    double none = Math.exp(-total);
    double sum = 0;
    for (int a = 0; a < p.length; a++) {
      sum += none * Math.max(0, p[a] - factor * q[a]);
      for (int b = 0; b < p.length; b++) {
        sum += none / 2 * Math.max(0, p[a] * p[b] - factor * q[a] * q[b]);
        for (int c = 0; c < p.length; c++) {
          sum += none / 6 * Math.max(0, p[a] * p[b] * p[c] - factor * q[a] * q[b] * q[c]);
        }
      }
    }
    return sum;
  }

  /** Draws the points of a run on the first data set and returns their log likelihood ratio. */
  private static double simulatedLoss(double[] data, double noise, double rate, Random random) {
    double loss = 0;
    for (int client = 0; client < 3; client++) {
      double threshold = Math.exp(-rate);
      for (double u = random.nextDouble(); u > threshold; u *= random.nextDouble()) {
        double y = data[client] + noise * random.nextGaussian();
        loss +=
            Math.log(intensity(data, data[0], y, noise, 1) / intensity(data, data[3], y, noise, 1));
      }
    }
    return loss;
  }
}
