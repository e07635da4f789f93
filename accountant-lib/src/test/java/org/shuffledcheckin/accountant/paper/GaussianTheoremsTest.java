package org.shuffledcheckin.accountant.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.rdp.DistributedCheckIn;

class GaussianTheoremsTest {
  @Test
  void distributedAsPrinted_matchesHighPrecision() {
    DistributedCheckIn round = new DistributedCheckIn(100, 0.1, new LocalGuarantee.Gaussian(1));
    assertThat(GaussianTheorems.distributedAsPrinted(round, 4))
        .isCloseTo(0.0892786458964506, withPercentage(1e-8));
  }

  @Test
  void distributedAsPrinted_rareCheckIns_isNegative() {
    DistributedCheckIn round = new DistributedCheckIn(10, 0.001, new LocalGuarantee.Gaussian(10));
    assertThat(GaussianTheorems.distributedAsPrinted(round, 2)).isNegative();
    assertThat(round.divergence(2)).isPositive();
  }

  @Test
  void subsampledShuffle_matchesHighPrecision() {
    assertThat(GaussianTheorems.subsampledShuffle(60_000, 60, 8, 1))
        .isCloseTo(4.75668082569589e-7, withPercentage(1e-8));
  }
}
