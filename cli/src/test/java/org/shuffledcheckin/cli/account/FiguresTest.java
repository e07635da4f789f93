package org.shuffledcheckin.cli.account;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.Kind;

class FiguresTest {
  @Test
  void of_bounds_areRoundedToTheSafeSide() {
    assertThat(Figures.of(0.123451, Kind.UPPER_BOUND)).isEqualTo("0.12346");
    assertThat(Figures.of(0.123459, Kind.LOWER_BOUND)).isEqualTo("0.12345");
    assertThat(Figures.of(0.123459, Kind.PAPER)).isEqualTo("0.12346");
    assertThat(Figures.of(1.234561e-9, Kind.UPPER_BOUND)).isEqualTo("1.2346e-09");
  }

  @Test
  void of_specialValues_areReadable() {
    assertThat(Figures.of(0, Kind.UPPER_BOUND)).isEqualTo("0");
    assertThat(Figures.of(Double.POSITIVE_INFINITY, Kind.UPPER_BOUND)).isEqualTo("infinite");
    assertThat(Figures.of(0.001)).isEqualTo("0.001");
    assertThat(Figures.of(1.0 / 60_000)).isEqualTo("0.000016667");
    assertThat(Figures.of(1e-30)).isEqualTo("1e-30");
  }
}
