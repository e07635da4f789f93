package org.shuffledcheckin.kit.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;

class PopulationTest {
  private static final LocalGuarantee GUARANTEE = new LocalGuarantee.Gaussian(1);

  @Test
  void charge_someMayBeDishonest_countsTheAccountedOnly() {
    Population population = new Population(1000, 950, 0.05, CheckInLaw.POISSON);
    assertThat(population.charge(GUARANTEE))
        .isEqualTo(new CheckInRound(950, 0.05, CheckInLaw.POISSON, GUARANTEE));
    // Everybody sends, the dishonest too.
    assertThat(population.expectedReports()).isEqualTo(50);
  }

  @Test
  void reportsPerClient_byLaw_isWhatOneDrawCanBe() {
    assertThat(Population.allHonest(10, 1, CheckInLaw.BERNOULLI).reportsPerClient()).isEqualTo(1);
    assertThat(Population.allHonest(10, 1, CheckInLaw.POISSON).reportsPerClient()).isEqualTo(16);
  }

  @Test
  void constructor_moreAccountedThanMustAnswer_isRefused() {
    assertThatThrownBy(() -> new Population(10, 11, 0.5, CheckInLaw.POISSON))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("accounted clients must be in [1, 10] but is 11");
  }
}
