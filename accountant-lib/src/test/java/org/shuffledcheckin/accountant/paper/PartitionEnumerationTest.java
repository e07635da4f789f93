package org.shuffledcheckin.accountant.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Percentage.withPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.lowerbound.ShuffleGaussianMoments;

class PartitionEnumerationTest {
  @ParameterizedTest
  @CsvSource({
    "1, 40, 1.16",
    "2, 40, 1.16",
    "5, 24, 0.4",
    "39, 40, 1.16",
    "40, 40, 0.9",
    "60000, 40, 1.16",
    "1000000000, 30, 2.3",
    "3, 4, 1",
  })
  void divergence_agreesWithTheFastSeries(long clients, int order, double shift) {
    double series = new ShuffleGaussianMoments(clients, 1, shift).divergence(order);
    assertThat(PartitionEnumeration.divergence(clients, order, shift))
        .isCloseTo(series, withPercentage(1e-8));
  }

  @Test
  void divergence_orderTooLarge_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PartitionEnumeration.divergence(10, 91, 1))
        .withMessageContaining("[2, 90]")
        .withMessageContaining("91");
  }
}
