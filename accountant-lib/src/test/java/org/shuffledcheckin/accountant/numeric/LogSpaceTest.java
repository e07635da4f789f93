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
  void log1mExp_bothEnds_keepsDigits() {
    assertThat(LogSpace.log1mExp(-1e-20)).isCloseTo(Math.log(1e-20), within(1e-12));
    assertThat(LogSpace.log1mExp(-50)).isCloseTo(-Math.exp(-50), within(1e-36));
  }

  @Test
  void log1pExp_bothEnds_keepsDigits() {
    assertThat(LogSpace.log1pExp(800)).isEqualTo(800);
    assertThat(LogSpace.log1pExp(-50)).isCloseTo(Math.exp(-50), within(1e-36));
  }
}
