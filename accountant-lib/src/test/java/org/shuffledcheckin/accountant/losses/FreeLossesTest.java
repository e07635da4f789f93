package org.shuffledcheckin.accountant.losses;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.numeric.Poisson;
import org.shuffledcheckin.accountant.sound.SoundAccountant;

class FreeLossesTest {
  /** The integral from above, by sums over cells: within a few percent of the exact value. */
  @ParameterizedTest
  @CsvSource({
    "60000, 60000, 0.001, 2, 0, 6000, 11.5, 10, 5.9189477e-19",
    "60000, 59595, 0.05, 1, 30, 900, 11.5, 21, 1.0843473e-25"
  })
  void excess_referenceCases_areApproachedFromAbove(
      long honest,
      long accounted,
      double rate,
      double noise,
      long limit,
      long lost,
      double cut,
      double theta,
      double reference) {
    double kept = new Poisson(lost * rate).cdf(limit);
    double rho = (double) (honest - lost) / accounted;
    double fine =
        LossCell.ofPairs(accounted, rho, rate, 2 / noise, cut, 100_000, false).excess(kept, theta);
    assertThat(fine).isBetween(reference * (1 - 1e-6), reference * 1.02);
    double coarse =
        LossCell.ofPairs(accounted, rho, rate, 2 / noise, cut, 256, false).excess(kept, theta);
    assertThat(coarse).isGreaterThanOrEqualTo(fine);
  }

  /** Computes both profiles by transforms and compares, for every number of lost clients. */
  @ParameterizedTest
  @CsvSource({"40, 40, 0.5, 1, 0", "40, 36, 0.5, 0.8, 1", "60, 60, 0.3, 2, 0", "30, 30, 0.9, 1, 0"})
  void excess_everyLoss_isAtLeastWhatTheProfilesDifferBy(
      long honest, long accounted, double rate, double noise, long limit) {
    SoundAccountant whole = round(accounted, rate, noise);
    for (long lost = honest - accounted + 1; lost < honest; lost += 3) {
      long left = honest - lost;
      double kept = new Poisson(lost * rate).cdf(limit);
      LossCell cell = LossCell.ofPairs(accounted, (double) left / accounted, rate, 2 / noise);
      double excess = Double.POSITIVE_INFINITY;
      for (double theta = 0.01; theta < 1e4; theta *= 1.3) {
        excess = Math.min(excess, cell.excess(kept, theta));
      }
      SoundAccountant thinned = round(left, rate, noise);
      for (double epsilon : new double[] {0, 0.05, 0.2, 0.5, 1, 2}) {
        double bound = whole.delta(epsilon).delta();
        assertThat(kept * thinned.delta(epsilon).delta())
            .as("%d of %d lost, epsilon %s", lost, honest, epsilon)
            .isLessThanOrEqualTo(bound * 1.001 + excess + 1e-12);
      }
    }
  }

  /** The values of the analysis, where the steps of the search leave little room. */
  @ParameterizedTest
  @CsvSource({
    "60000, 0, 0.05, 1, 60000",
    "60000, 30, 0.05, 1, 59595",
    "60000, 60, 0.05, 1, 59063",
    "60000, 0, 0.001, 0.86, 60000",
    "60000, 3, 0.001, 0.86, 58790",
    "60000, 0, 0.001, 2, 60000",
    "1000, 0, 0.05, 1, 1000"
  })
  void accounted_gaussianPoisson_losesFewClients(
      long honest, long limit, double rate, double noise, long best) {
    CheckInRound round =
        new PledgedRound(
                honest, limit, rate, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(noise))
            .accounted();
    assertThat(round.clients()).isBetween((long) (0.985 * best), best);
    assertThat(round.lossMass()).isLessThanOrEqualTo(LossForms.PAIR_MASS);
  }

  @Test
  void isProvenFor_everythingLostUnnoticed_isFalse() {
    // With 20 expected reports everybody else may be lost and have drawn nothing.
    assertThat(free(0, 0.02).isProvenFor(1000)).isFalse();
    assertThat(free(0, 0.05).isProvenFor(1000)).isTrue();
    assertThat(free(200, 0.05).isProvenFor(1000)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "60000, 0.05, 200, 1, 0, 0.6575, 0.659",
    "60000, 0.05, 200, 1, 30, 0.6600, 0.6625",
    "60000, 0.05, 200, 1, 60, 0.662, 0.6668",
    "60000, 0.001, 100000, 0.86, 0, 4.018, 4.043",
    "60000, 0.001, 100000, 0.86, 3, 4.248, 4.330"
  })
  void epsilon_accountedRounds_isThatOfTheTable(
      long honest, double rate, long rounds, double noise, long limit, double low, double high) {
    CheckInRound round =
        new PledgedRound(
                honest, limit, rate, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(noise))
            .accounted();
    double epsilon =
        SoundAccountant.create().compose(round, rounds).epsilon(1 / 60_000.0).epsilon();
    assertThat(epsilon).isBetween(low, high);
  }

  private static FreeLosses free(long limit, double rate) {
    return new FreeLosses(1000, new UnnoticedLoss(limit, rate, CheckInLaw.POISSON), 2, 1e-16);
  }

  private static SoundAccountant round(long clients, double rate, double noise) {
    return SoundAccountant.create()
        .compose(
            new CheckInRound(clients, rate, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(noise)),
            1);
  }
}
