package org.shuffledcheckin.accountant.lowerbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.rdp.PoissonCheckInMoments;

/** Golden values are from 50-digit arithmetic. */
class MomentsTest {
  @ParameterizedTest
  @CsvSource({
    "3, 4, 1, 1, 1, 1.0557656030730558",
    "1000, 20, 0.7396, 1, 1, 6.6130667943278377",
    "1000000, 100, 1, 1, 1, 36.184489442035726",
    "60000, 10, 0.7396, 0.001, 2, 15.272015926427637",
    "100, 30, 4, 0.1, 1, 0.0046628542046275239",
  })
  void shuffleGaussian_matchesHighPrecision(
      long clients, int order, double variance, double rate, double sensitivity, double expected) {
    assertThat(
            new ShuffleGaussianMoments(clients, rate, sensitivity / Math.sqrt(variance))
                .divergence(order))
        .isCloseTo(expected, withPercentage(1e-9));
  }

  /** The corollary to Theorem 3: shuffling never makes it worse than λs²/(2σ²). */
  @Test
  void shuffleGaussian_neverAboveTheSingleReport() {
    for (long clients : new long[] {1, 2, 10, 255, 256, 1_000_000_000}) {
      for (double shift : new double[] {0.01, 0.5, 3, 20}) {
        double[] values = new ShuffleGaussianMoments(clients, 1, shift).divergences(256);
        for (int order = 2; order <= 256; order++) {
          assertThat(values[order])
              .isBetween(values[order - 1], order * shift * shift / 2 * (1 + 1e-12));
        }
      }
    }
  }

  /** One client that always reports: the Gaussian mechanism itself. */
  @Test
  void shuffleGaussian_oneClient_isTheGaussianMechanism() {
    assertThat(new ShuffleGaussianMoments(1, 1, 20).divergence(256))
        .isCloseTo(51_200, withPercentage(1e-10));
  }

  /** For n = 2 and order 2 the moment is (1 + e^{s²})/2 by hand. */
  @Test
  void shuffleGaussian_twoClientsByHand() {
    double expected = Math.log((1 + Math.exp(0.25)) / 2);
    assertThat(new ShuffleGaussianMoments(2, 1, 0.5).divergence(2))
        .isCloseTo(expected, withPercentage(1e-12));
  }

  @ParameterizedTest
  @CsvSource({
    "2, 60000, 0.001, 2.3255813953488373, 3.7043028763513271e-6",
    "3, 60000, 0.001, 1, 4.2958980529731382e-8",
    "1.5, 100, 0.5, 0.01, 3.75018563803580494e-7",
  })
  void poissonCheckIn_matchesHighPrecision(
      double order, long clients, double rate, double mu, double expected) {
    assertThat(new PoissonCheckInMoments(clients, rate, mu).divergence(order))
        .isCloseTo(expected, withPercentage(1e-9));
  }

  /** One client: a Poisson number of Gaussian reports, γ(e^{λ(λ−1)μ²/2} − 1)/(λ−1). */
  @Test
  void poissonCheckIn_oneClientByHand() {
    double expected = 0.3 * Math.expm1(2.5 * 1.5 / 2) / 1.5;
    assertThat(new PoissonCheckInMoments(1, 0.3, 1).divergence(2.5))
        .isCloseTo(expected, withPercentage(1e-10));
  }
}
