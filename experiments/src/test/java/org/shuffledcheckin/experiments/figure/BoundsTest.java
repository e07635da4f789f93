package org.shuffledcheckin.experiments.figure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BoundsTest {
  @Test
  void up_betweenTwoDecimals_neverSaysLess() {
    assertThat(Bounds.up(0.65801, 3)).isEqualTo("0.659");
    assertThat(Bounds.up(0.5, 3)).isEqualTo("0.500");
    assertThat(Bounds.down(0.3419, 3)).isEqualTo("0.341");
    assertThat(Bounds.up(Double.POSITIVE_INFINITY, 3)).isEqualTo("infinite");
  }

  @Test
  void delta_oneInSoMany_isExactAndOthersNeverSaySmaller() {
    assertThat(Bounds.delta(1.0 / 60_000)).isEqualTo("1/60,000");
    assertThat(Bounds.delta(1.21e-5)).isEqualTo("1.3e-05");
  }
}
