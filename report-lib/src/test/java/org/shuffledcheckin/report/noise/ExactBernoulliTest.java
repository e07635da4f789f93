package org.shuffledcheckin.report.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.PrimitiveIterator;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExactBernoulliTest {
  private static final long HALF = Long.MIN_VALUE;

  @Test
  void draw_half_splitsTheWordsInTheMiddle() {
    ExactBernoulli coin = ExactBernoulli.of(0.5);

    assertThat(coin.draw(words(0))).isTrue();
    assertThat(coin.draw(words(HALF - 1))).isTrue();
    assertThat(coin.draw(words(HALF))).isFalse();
    assertThat(coin.draw(words(-1))).isFalse();
  }

  @Test
  void draw_tinyProbability_looksAtFurtherWordsOnATie() {
    ExactBernoulli coin = ExactBernoulli.of(0x1p-65);

    assertThat(coin.draw(words(0, HALF - 1))).isTrue();
    assertThat(coin.draw(words(0, HALF))).isFalse();
    assertThat(coin.draw(words(1))).isFalse();
  }

  @Test
  void draw_certainties_needNoLuck() {
    assertThat(ExactBernoulli.of(1).draw(words())).isTrue();
    assertThat(ExactBernoulli.of(0).draw(words())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {0, Double.MIN_VALUE, 1e-300, 0x1p-64, 0.05, 0.1, 0.5, 0.7, 1 - 0x1p-53, 1})
  void probability_anyDouble_isExact(double probability) {
    assertThat(ExactBernoulli.of(probability).probability()).isEqualTo(probability);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
  void of_notAProbability_isRefused(double probability) {
    assertThatThrownBy(() -> ExactBernoulli.of(probability))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[0, 1] but is " + probability);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0x1p-10, 0.1, 1, 2, 8, 32})
  void truthfulAtMost_epsilon_hasOddsOfAtMostItsExponential(double epsilon) {
    long threshold = threshold(ExactBernoulli.truthfulAtMost(epsilon));
    BigDecimal all = BigDecimal.valueOf(2).pow(64);
    BigDecimal yes = new BigDecimal(Long.toUnsignedString(threshold));

    BigDecimal odds = yes.divide(all.subtract(yes), BigNormal.DIGITS);
    BigDecimal oddsOfNext =
        yes.add(BigDecimal.ONE)
            .divide(all.subtract(yes).subtract(BigDecimal.ONE), BigNormal.DIGITS);
    BigDecimal limit = BigNormal.exp(new BigDecimal(epsilon));
    assertThat(odds).isLessThanOrEqualTo(limit);
    assertThat(oddsOfNext).isGreaterThan(limit);
  }

  @Test
  void draw_manyTimes_hasItsProbability() {
    ExactBernoulli coin = ExactBernoulli.of(0.05);
    RandomGenerator stream = new InsecureSeededRandomness(5).openStream();
    int draws = 1_000_000;
    long yes = 0;
    for (int i = 0; i < draws; i++) {
      yes += coin.draw(stream) ? 1 : 0;
    }

    Statistics.assertMean("frequency", (double) yes / draws, 0.05, Math.sqrt(0.05 * 0.95 / draws));
  }

  // Bisects for the first word that the coin refuses.
  private static long threshold(ExactBernoulli coin) {
    long threshold = 0;
    for (int bit = 63; bit >= 0; bit--) {
      long candidate = threshold | 1L << bit;
      if (coin.draw(words(candidate - 1))) {
        threshold = candidate;
      }
    }
    return threshold;
  }

  private static RandomGenerator words(long... words) {
    PrimitiveIterator.OfLong iterator = Arrays.stream(words).iterator();
    return iterator::nextLong;
  }
}
