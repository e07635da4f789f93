package org.shuffledcheckin.accountant.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SearchTest {
  @Test
  void smallest_integers_findsTheTurn() {
    assertThat(Search.smallest(0, 1_000_000_000_000L, k -> k >= 123_456_789_012L))
        .isEqualTo(123_456_789_012L);
    assertThat(Search.smallest(0, 10, k -> false)).isEqualTo(10);
    assertThat(Search.largest(0, 10, k -> k <= 7)).isEqualTo(7);
    assertThat(Search.largest(0, 10, k -> true)).isEqualTo(10);
    assertThat(Search.largest(0, 10, k -> k == 0)).isZero();
  }

  @Test
  void smallest_doubles_returnsTheSideThatHolds() {
    double found = Search.smallest(0, 4, 0, x -> x * x >= 2);
    assertThat(found * found).isGreaterThanOrEqualTo(2);
    assertThat(found).isCloseTo(Math.sqrt(2), within(1e-15));
    double below = Search.largest(0, 4, 1e-6, x -> x * x <= 2);
    assertThat(below * below).isLessThanOrEqualTo(2);
    assertThat(below).isCloseTo(Math.sqrt(2), within(4e-6));
  }
}
