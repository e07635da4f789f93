package org.shuffledcheckin.accountant.losses;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.Poisson;

class LossThresholdTest {
  /** The reference gives floor(n - x/rate), which is one client below what is needed. */
  @ParameterizedTest
  @CsvSource({
    "60000, 0.05, 0, 1e-10, 59539",
    "60000, 0.05, 60, 1e-10, 57509",
    "60000, 0.001, 3, 1e-13, 20772"
  })
  void clients_referenceCases_areOneAboveTheRoundedForm(
      long honest, double rate, long limit, double mass, long reference) {
    LossThreshold threshold =
        new LossThreshold(new UnnoticedLoss(limit, rate, CheckInLaw.POISSON), mass);
    assertThat(threshold.clients(honest)).isEqualTo(reference + 1);
  }

  @Test
  void clients_everyNumberLost_isCountedOnOrUnlikely() {
    for (double rate : new double[] {0.01, 0.2, 0.7}) {
      for (long limit : new long[] {0, 1, 5}) {
        for (double mass : new double[] {1e-3, 1e-6}) {
          long poisson =
              new LossThreshold(new UnnoticedLoss(limit, rate, CheckInLaw.POISSON), mass)
                  .clients(4000);
          long coin =
              new LossThreshold(new UnnoticedLoss(limit, rate, CheckInLaw.BERNOULLI), mass)
                  .clients(4000);
          assertThat(poisson).isBetween(1L, 4000L);
          for (long arriving = 1; arriving <= 4000; arriving++) {
            long lost = 4000 - arriving;
            boolean unlikely = new Poisson(lost * rate).cdf(limit) <= mass;
            assertThat(arriving < poisson).as("%d arrive of 4000", arriving).isEqualTo(unlikely);
            boolean coinUnlikely = new Binomial(lost, rate).cdf(limit) <= mass;
            assertThat(arriving < coin).as("%d arrive of 4000", arriving).isEqualTo(coinUnlikely);
          }
        }
      }
    }
  }

  @Test
  void clients_coinThatAlwaysFalls_losesOneMoreThanTheLimit() {
    LossThreshold threshold =
        new LossThreshold(new UnnoticedLoss(7, 1, CheckInLaw.BERNOULLI), 1e-13);
    assertThat(threshold.clients(100)).isEqualTo(93);
    assertThat(threshold.fewest()).isEqualTo(8);
  }
}
