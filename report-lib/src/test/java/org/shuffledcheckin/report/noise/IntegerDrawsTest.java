package org.shuffledcheckin.report.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Statistical assertions fail by chance with {@link Statistics#FALSE_FAILURE} each. */
class IntegerDrawsTest {
  private final RandomGenerator stream = new InsecureSeededRandomness(99).openStream();

  @ParameterizedTest
  @ValueSource(longs = {2, 3, 5, 100, 128})
  void uniformBelow_bound_isUniform(long bound) {
    long[] counts = new long[(int) bound];
    for (int i = 0; i < 1_000_000; i++) {
      counts[(int) UniformDraw.below(bound, stream)]++;
    }

    double[] uniform = new double[counts.length];
    Arrays.fill(uniform, 1.0 / bound);
    Statistics.assertFits(counts, uniform);
  }

  @Test
  void uniformBelow_hugeBound_staysBelowIt() {
    long bound = (1L << 62) + 1;
    for (int i = 0; i < 10_000; i++) {
      assertThat(UniformDraw.below(bound, stream)).isBetween(0L, bound - 1);
    }
    assertThat(UniformDraw.below(1, new RepeatedWord(-1))).isZero();
  }

  @Test
  void uniformBelow_zero_isRefused() {
    assertThatThrownBy(() -> UniformDraw.below(0, stream))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1 but is 0");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.05, 1, 8})
  void poisson_manyDraws_fitTheLaw(double mean) {
    PoissonDraw poisson = new PoissonDraw(mean);
    int draws = 5_000_000;
    long[] counts = new long[64];
    for (int i = 0; i < draws; i++) {
      counts[poisson.draw(stream)]++;
    }

    double probability = Math.exp(-mean);
    double left = 1;
    int cells = 0;
    double[] probabilities = new double[64];
    while (left * draws > 200) {
      probabilities[cells] = probability;
      left -= probability;
      probability *= mean / ++cells;
    }
    // The last cell takes the tail, so that every cell expects enough.
    probabilities[cells - 1] += left;
    long[] merged = Arrays.copyOf(counts, cells);
    merged[cells - 1] += Arrays.stream(counts, cells, 64).sum();
    Statistics.assertFits(merged, Arrays.copyOf(probabilities, cells));
  }

  @Test
  void poisson_extremeWords_reachBothEnds() {
    PoissonDraw poisson = new PoissonDraw(1);

    assertThat(poisson.draw(new RepeatedWord(0))).isZero();
    assertThat(poisson.draw(new RepeatedWord(-1))).isBetween(30, 34);
  }

  @Test
  void poisson_firstThreshold_isTheExponentialTo128Bits() {
    double mean = 0.05;
    PoissonDraw poisson = new PoissonDraw(mean);
    BigDecimal scaled =
        BigNormal.exp(new BigDecimal(mean).negate()).multiply(BigDecimal.valueOf(2).pow(128));
    BigInteger threshold = scaled.add(new BigDecimal("0.5")).toBigInteger();

    assertThat(poisson.draw(pair(threshold.subtract(BigInteger.ONE)))).isZero();
    assertThat(poisson.draw(pair(threshold))).isEqualTo(1);
  }

  @Test
  void poisson_meanZero_alwaysGivesZero() {
    assertThat(new PoissonDraw(0).draw(new RepeatedWord(-1))).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 8.1, Double.NaN, 1e-200})
  void poisson_badMean_isRefused(double mean) {
    assertThatThrownBy(() -> new PoissonDraw(mean))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("but is " + mean);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 5", "3, 20", "7, 2"})
  void discreteLaplace_manyDraws_fitTheLaw(long numerator, long denominator) {
    DiscreteLaplace laplace = new DiscreteLaplace(numerator, denominator);
    double rate = (double) numerator / denominator;
    int draws = 500_000;
    int reach = (int) Math.floor(6 / rate);
    long[] counts = new long[2 * reach + 1];
    double squares = 0;
    for (int i = 0; i < draws; i++) {
      long x = laplace.draw(stream);
      counts[(int) Math.max(-reach, Math.min(reach, x)) + reach]++;
      squares += (double) x * x / draws;
    }

    double atZero = Math.tanh(rate / 2);
    if (reach > 0) {
      double[] probabilities = new double[counts.length];
      for (int i = 0; i < counts.length; i++) {
        int distance = Math.abs(i - reach);
        double tail = distance == reach ? 1 / -Math.expm1(-rate) : 1;
        probabilities[i] = atZero * Math.exp(-rate * distance) * tail;
      }
      Statistics.assertFits(counts, probabilities);
    }
    // The fourth moment of a discrete Laplace law is below that of the rounded-up continuous one.
    double fourth = 24 * Math.pow(1 + 1 / rate, 4);
    assertThat(squares)
        .isCloseTo(
            laplace.variance(),
            org.assertj.core.data.Offset.offset(5.33 * Math.sqrt(fourth / draws)));
  }

  @Test
  void discreteLaplace_badRate_isRefused() {
    assertThatThrownBy(() -> new DiscreteLaplace(0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("numerator must be in [1, ");
  }

  @ParameterizedTest
  @CsvSource({"2, 0.0009765625", "2, 1", "10, 2", "1048576, 8", "3, 32", "1000, 0.5"})
  void responseWeights_ratio_isTheLargestBelowTheExponential(int categories, double epsilon) {
    ResponseWeights weights = ResponseWeights.of(categories, epsilon);
    BigDecimal limit =
        BigNormal.exp(new BigDecimal(epsilon)).multiply(BigDecimal.valueOf(weights.other()));

    assertThat(BigDecimal.valueOf(weights.own())).isLessThanOrEqualTo(limit);
    assertThat(BigDecimal.valueOf(weights.own() + 1)).isGreaterThan(limit);
    assertThat(weights.total())
        .isEqualTo(weights.own() + (categories - 1L) * weights.other())
        .isLessThan(1L << 62);
  }

  private static RandomGenerator pair(BigInteger value) {
    long[] words = {value.shiftRight(64).longValue(), value.longValue()};
    int[] next = {0};
    return () -> words[next[0]++];
  }
}
