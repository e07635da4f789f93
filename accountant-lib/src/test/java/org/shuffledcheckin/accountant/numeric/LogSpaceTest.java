package org.shuffledcheckin.accountant.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LogSpaceTest {
  private static final double NONE = Double.NEGATIVE_INFINITY;

  @Test
  void add_hugeAndEmpty_neitherOverflowsNorTurnsNaN() {
    assertThat(LogSpace.add(1000, 1000)).isCloseTo(1000 + Math.log(2), within(1e-12));
    assertThat(LogSpace.add(NONE, 3)).isEqualTo(3);
    assertThat(LogSpace.add(NONE, NONE)).isEqualTo(NONE);
  }

  @Test
  void subtract_closeValues_keepsDigits() {
    assertThat(LogSpace.subtract(1e-12, 0)).isCloseTo(Math.log(1e-12), within(1e-3));
    assertThat(LogSpace.subtract(Math.log(3), Math.log(2))).isCloseTo(0, within(1e-15));
    assertThat(LogSpace.subtract(5, NONE)).isEqualTo(5);
  }

  @Test
  void log1mExp_bothEnds_keepsDigits() {
    assertThat(LogSpace.log1mExp(-1e-20)).isCloseTo(Math.log(1e-20), within(1e-12));
    assertThat(LogSpace.log1mExp(-50)).isCloseTo(-Math.exp(-50), within(1e-36));
  }

  @Test
  void log1pExp_bothEnds_keepsDigits() {
    assertThat(LogSpace.log1pExp(800)).isEqualTo(800);
    assertThat(LogSpace.log1pExp(-50)).isCloseTo(Math.exp(-50), within(1e-36));
  }

  @Test
  void sum_manyValues_isStable() {
    assertThat(LogSpace.sum(-1000, -1000, NONE)).isCloseTo(-1000 + Math.log(2), within(1e-12));
    assertThat(LogSpace.sum()).isEqualTo(NONE);
  }
}
