package org.shuffledcheckin.accountant.pld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.amplification.GaussianMechanism;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.Normal;
import org.shuffledcheckin.accountant.numeric.Poisson;
import org.shuffledcheckin.accountant.numeric.Search;

/** Against mechanisms whose composition is known in closed form. */
class CompositionTest {
  @ParameterizedTest
  @CsvSource({
    "0.1, 10, 1e-3", "0.1, 1000, 1e-6", "0.01, 100000, 1e-5", "0.01, 100000, 1e-12",
    "0.01, 100000, 1e-30", "1, 50, 1e-9", "3, 7, 1e-4", "0.005, 300000, 1e-8"
  })
  void epsilon_randomisedResponse_isJustAboveTheExactOne(
      double epsilon0, long times, double delta) {
    RoundLosses round = randomisedResponse(epsilon0);
    double epsilon = compose(round, times).epsilon(delta);
    double exact = exactEpsilon(epsilon0, times, delta);
    assertThat(epsilon).isBetween(exact * (1 - 1e-9), exact * 1.0005);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1e-5",
    "0.5, 10, 1e-5",
    "0.05, 1000, 1e-9",
    "0.01, 100000, 1e-5",
    "0.01, 100000, 1e-15",
    "0.0001, 1000000000, 1e-6"
  })
  void epsilon_gaussian_isJustAboveTheExactOne(double mu, long times, double delta) {
    double epsilon = compose(gaussian(mu), times).epsilon(delta);
    double exact = new GaussianMechanism(mu * Math.sqrt((double) times)).epsilon(delta);
    assertThat(epsilon).isBetween(exact * (1 - 1e-9), exact * 1.0005);
  }

  @ParameterizedTest
  @CsvSource({"0.05, 1000, 1", "0.05, 1000, 6", "0.01, 100000, 30", "0.5, 4, 0.01", "0.5, 4, 0"})
  void delta_gaussian_isJustAboveTheExactOne(double mu, long times, double epsilon) {
    double delta = compose(gaussian(mu), times).delta(epsilon);
    double exact = new GaussianMechanism(mu * Math.sqrt((double) times)).delta(epsilon);
    assertThat(delta).isBetween(exact * (1 - 1e-9), exact * 1.01);
  }

  @ParameterizedTest
  @CsvSource({"1, 1e-3", "2, 1e-6", "0.3, 0.2", "1, 0"})
  void leastExtra_randomisedResponse_isTheSmallestOverAllOrders(double epsilon0, double differs) {
    double truth = 1 / (1 + Math.exp(-epsilon0));
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i <= 1000; i++) {
      double order = Math.exp(epsilon0 * i / 1000);
      least = Math.min(least, Math.max(0, truth - order * (1 - truth)) + (1 + order) * differs);
    }

    assertThat(randomisedResponse(epsilon0).leastExtra(differs))
        .isBetween(least - 1e-12, least * 1.001 + 1e-12);
  }

  @Test
  void epsilon_compoundPoisson_isJustAboveTheExactOne() {
    // Jumps of one size: the loss is size times the difference of two Poisson counts.
    double size = 0.03;
    double rate = 0.4;
    LossGrid grid = new LossGrid(size, size);
    grid.add(size, rate);
    long times = 500;
    double epsilon = compose(grid.toJumps(), times).epsilon(1e-7);
    double exact = exactJumpEpsilon(size, rate * times, 1e-7);
    assertThat(epsilon).isBetween(exact * (1 - 1e-9), exact * 1.0005);
  }

  @Test
  void epsilon_differentRounds_equalsTheSumOfGaussians() {
    CompositionCache cache = new CompositionCache();
    RoundLosses small = gaussian(0.02);
    RoundLosses large = gaussian(0.3);
    Composition both =
        new Composition(
            List.of(new Composition.Part(small, 10_000), new Composition.Part(large, 20)), cache);
    double mu = Math.sqrt(10_000 * 0.02 * 0.02 + 20 * 0.3 * 0.3);
    double exact = new GaussianMechanism(mu).epsilon(1e-6);
    assertThat(both.epsilon(1e-6)).isBetween(exact * (1 - 1e-9), exact * 1.0005);
  }

  @Test
  void epsilon_finerGrid_convergesFromAbove() {
    double exact = new GaussianMechanism(0.05 * Math.sqrt(3000)).epsilon(1e-6);
    double previous = Double.POSITIVE_INFINITY;
    for (double points : new double[] {3, 6, 12, 24, 48, 96}) {
      CompositionCache cache = new CompositionCache(new Resolution(points));
      RoundLosses round = gaussian(0.05);
      double epsilon =
          new Composition(List.of(new Composition.Part(round, 3000)), cache).epsilon(1e-6);
      assertThat(epsilon).isGreaterThanOrEqualTo(exact * (1 - 1e-9));
      assertThat(epsilon).isLessThanOrEqualTo(previous * (1 + 1e-6));
      previous = epsilon;
    }
    assertThat(previous).isLessThan(exact * 1.0001);
  }

  @Test
  void renyiEpsilon_anyRound_isLooserThanLosses() {
    Composition composition = compose(gaussian(0.1), 500);
    assertThat(composition.renyiEpsilon(1e-6))
        .isBetween(composition.epsilon(1e-6), 1.3 * composition.epsilon(1e-6));
    assertThat(composition.renyiDelta(5)).isGreaterThan(composition.delta(5));
  }

  @Test
  void epsilon_nothingComposed_isZero() {
    Composition nothing = new Composition(List.of(), new CompositionCache());
    assertThat(nothing.epsilon(1e-9)).isZero();
    assertThat(nothing.delta(0)).isZero();
    assertThat(compose(gaussian(1), 0).epsilon(0.5)).isZero();
  }

  @Test
  void epsilon_massAtInfinity_needsThatMuchDelta() {
    LossGrid grid = new LossGrid(0.1, 0.1);
    grid.add(0.1, 0.01);
    grid.addInfinite(1e-6);
    Composition composition = compose(grid.toLosses(), 10);
    assertThat(composition.epsilon(0.9e-5)).isInfinite();
    assertThat(composition.epsilon(1.1e-5)).isLessThan(1.01);
    assertThat(composition.delta(100)).isCloseTo(1e-5, within(1e-12));
  }

  @Test
  void epsilon_badDelta_isRefused() {
    Composition composition = compose(gaussian(1), 1);
    for (double delta : new double[] {0, -1, Double.NaN, 1.5}) {
      assertThatThrownBy(() -> composition.epsilon(delta))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("delta must be in (0, 1] but is " + delta);
    }
  }

  private static Composition compose(RoundLosses round, long times) {
    return new Composition(List.of(new Composition.Part(round, times)), new CompositionCache());
  }

  private static RoundLosses randomisedResponse(double epsilon0) {
    LossGrid grid = new LossGrid(epsilon0, epsilon0);
    grid.add(epsilon0, 1 / (1 + Math.exp(-epsilon0)));
    return grid.toLosses();
  }

  /** The Gaussian mechanism: the loss at y is mu y - mu^2/2 under the unshifted law. */
  private static RoundLosses gaussian(double mu) {
    LossGrid grid = new LossGrid(mu, mu * 37 + mu * mu / 2);
    for (int i = 0; i + 1 < grid.size(); i++) {
      double from = grid.point(i) / mu + mu / 2;
      double width = (grid.point(i + 1) - grid.point(i)) / mu;
      double p = Normal.mass(from - mu, width);
      double q = Normal.mass(from, width);
      grid.addCell(i, p, p - q, 1e-13 * (p + q));
    }
    grid.addInfinite(Normal.survival(37));
    return grid.toLosses();
  }

  private static double exactEpsilon(double epsilon0, long times, double delta) {
    double q = 1 / (1 + Math.exp(-epsilon0));
    Binomial ups = new Binomial(times, q);
    return Search.smallest(
        0,
        times * epsilon0,
        1e-12,
        epsilon -> {
          double sum = 0;
          for (long k = times; k >= 0 && (2 * k - times) * epsilon0 > epsilon; k--) {
            double term = ups.pmf(k);
            sum -= term * Math.expm1(epsilon - (2 * k - times) * epsilon0);
            if (k < ups.mean() && term < 1e-20 * sum) {
              break;
            }
          }
          return sum <= delta;
        });
  }

  private static double exactJumpEpsilon(double size, double rate, double delta) {
    int most = 600;
    double[] ups = poisson(rate, most);
    double[] downs = poisson(rate * Math.exp(-size), most);
    return Search.smallest(
        0,
        most * size,
        1e-12,
        epsilon -> {
          double sum = 0;
          for (int u = 0; u < most; u++) {
            for (int d = 0; d < u && (u - d) * size > epsilon; d++) {
              sum -= ups[u] * downs[d] * Math.expm1(epsilon - (u - d) * size);
            }
          }
          return sum <= delta;
        });
  }

  private static double[] poisson(double mean, int most) {
    double[] pmf = new double[most];
    for (int k = 0; k < most; k++) {
      pmf[k] = new Poisson(mean).pmf(k);
    }
    return pmf;
  }
}
