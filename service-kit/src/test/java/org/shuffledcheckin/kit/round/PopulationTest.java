package org.shuffledcheckin.kit.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.losses.PledgedRound;

class PopulationTest {
  private static final LocalGuarantee GUARANTEE = new LocalGuarantee.Gaussian(1);

  @Test
  void charge_someMayBeDishonest_countsTheHonestAndTheLosses() {
    Population population = new Population(1000, 950, 3, 0.05, CheckInLaw.POISSON);
    assertThat(population.charge(GUARANTEE))
        .isEqualTo(new PledgedRound(950, 3, 0.05, CheckInLaw.POISSON, GUARANTEE).accounted());
    // Everybody sends, the dishonest too.
    assertThat(population.expectedReports()).isEqualTo(50);
  }

  @Test
  void reportsPerClient_byLaw_isWhatOneDrawCanBe() {
    assertThat(Population.allHonest(10, 1, CheckInLaw.BERNOULLI).reportsPerClient()).isEqualTo(1);
    assertThat(Population.allHonest(10, 1, CheckInLaw.POISSON).reportsPerClient()).isEqualTo(16);
  }

  @Test
  void believing_lessThanAnnounced_chargesWithThat() {
    Population announced = Population.allHonest(1_000_000_000, 0.05, CheckInLaw.POISSON);
    assertThat(announced.believing(60_000).charge(GUARANTEE))
        .isEqualTo(Population.allHonest(60_000, 0.05, CheckInLaw.POISSON).charge(GUARANTEE));
    assertThat(announced.believing(2_000_000_000)).isEqualTo(announced);
  }

  @Test
  void constructor_moreHonestThanMustPledge_isRefused() {
    assertThatThrownBy(() -> new Population(10, 11, 0, 0.5, CheckInLaw.POISSON))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("honest clients must be in [1, 10] but is 11");
  }
}
