package org.shuffledcheckin.accountant.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.losses.PledgedRound;
import org.shuffledcheckin.accountant.numeric.Poisson;

class LossPlanTest {
  private static final PledgedRound STRICT =
      new PledgedRound(60_000, 0, 0.05, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(1));

  @Test
  void forDropout_nobodyDropsOut_toleratesNothingAndCostsNothing() {
    LossPlan plan = LossPlan.forDropout(STRICT, 0, 0.01);
    assertThat(plan.round()).isEqualTo(STRICT);
    assertThat(plan.discarded()).isZero();
    assertThat(plan.clientsGivenUp()).isZero();
  }

  @Test
  void forDropout_onePercent_toleratesJustEnough() {
    LossPlan plan = LossPlan.forDropout(STRICT, 0.01, 0.05);
    long limit = plan.round().lossLimit();
    Poisson missing = new Poisson(30);
    assertThat(missing.survival(limit + 1)).isLessThanOrEqualTo(0.05).isEqualTo(plan.discarded());
    assertThat(missing.survival(limit)).isGreaterThan(0.05);
    assertThat(plan.clientsGivenUp()).isBetween(400L, 900L);
  }

  @Test
  void forDropout_coins_countEachClientOnce() {
    PledgedRound coins =
        new PledgedRound(10_000, 2, 0.5, CheckInLaw.BERNOULLI, new LocalGuarantee.PureLdp(1));
    assertThat(LossPlan.forDropout(coins, 1e-6, 0.01).round().lossLimit()).isEqualTo(2);
    assertThat(LossPlan.forDropout(coins, 0.1, 0.01).round().lossLimit()).isBetween(540L, 560L);
    assertThatThrownBy(() -> LossPlan.forDropout(coins, 0.1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("most discarded must be in (0, 1) but is 0.0");
  }
}
