package org.shuffledcheckin.accountant.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.Poisson;

class ObservedRateTest {
  @Test
  void of_noReports_isTheRuleOfThree() {
    ObservedRate coin = ObservedRate.of(CheckInLaw.BERNOULLI, 1000, 0, 0.95);
    assertThat(coin.estimate()).isZero();
    assertThat(coin.lower()).isZero();
    assertThat(coin.upper()).isCloseTo(1 - Math.pow(0.05, 0.001), within(1e-12));
    ObservedRate poisson = ObservedRate.of(CheckInLaw.POISSON, 1000, 0, 0.95);
    assertThat(poisson.upper()).isCloseTo(-Math.log(0.05) / 1000, within(1e-12));
  }

  @Test
  void of_someReports_boundsAreWhereTheTailsAre() {
    ObservedRate coin = ObservedRate.of(CheckInLaw.BERNOULLI, 500, 37, 0.999);
    assertThat(new Binomial(500, coin.upper()).cdf(37)).isCloseTo(0.001, within(1e-9));
    assertThat(new Binomial(500, coin.lower()).survival(37)).isCloseTo(0.001, within(1e-9));
    assertThat(coin.estimate()).isBetween(coin.lower(), coin.upper());
    ObservedRate poisson = ObservedRate.of(CheckInLaw.POISSON, 500, 37, 0.999);
    assertThat(new Poisson(500 * poisson.upper()).cdf(37)).isCloseTo(0.001, within(1e-9));
    assertThat(new Poisson(500 * poisson.lower()).survival(37)).isCloseTo(0.001, within(1e-9));
  }

  @Test
  void of_everyCoinHeads_reachesOne() {
    assertThat(ObservedRate.of(CheckInLaw.BERNOULLI, 20, 20, 0.99).upper()).isOne();
  }

  @Test
  void of_badCounts_namesTheValue() {
    assertThatThrownBy(() -> ObservedRate.of(CheckInLaw.BERNOULLI, 20, 21, 0.99))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 20, one per coin, but are 21");
    assertThatThrownBy(() -> ObservedRate.of(CheckInLaw.POISSON, 20, 21, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("confidence must be in (0, 1) but is 1.0");
  }

  @Test
  void withDropouts_lostReports_thinTheRate() {
    assertThat(ObservedRate.withDropouts(0.1, 0.25)).isCloseTo(0.075, within(1e-15));
  }
}
