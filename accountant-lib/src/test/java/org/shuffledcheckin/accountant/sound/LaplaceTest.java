package org.shuffledcheckin.accountant.sound;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.accountant.amplification.LaplaceMechanism;
import org.shuffledcheckin.accountant.lowerbound.LowerBounds;

class LaplaceTest {
  private static final int GRID_STEPS = 1 << 16;

  /**
   * n = 10 000, rate 0.01, 100 rounds, delta 1e-4: intervals of the reference file for Poisson
   * draws, with what a data set attains; the table of the privacy analysis for coins, to 0.1 %.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 0.0220358, 0.0221242, 0.01778, 0.02325",
    "2, 0.0598149, 0.0600548, 0.04403, 0.06607",
    "4, 0.22342, 0.224317, 0.15924, 0.26427",
    "8, 2.21601, 2.2249, 1.8571, 2.7356"
  })
  void epsilon_bothLaws_areThoseOfTheTable(
      double epsilon0, double low, double high, double attained, double coins) {
    CheckInRound poisson = round(10_000, 0.01, CheckInLaw.POISSON, epsilon0, GRID_STEPS);
    UpperBound bound = SoundAccountant.create().compose(poisson, 100).epsilon(1e-4);
    assertThat(bound.method()).isEqualTo("poisson-laplace-pld");
    assertThat(bound.epsilon()).isBetween(low, high);
    assertThat(LowerBounds.epsilon(poisson, 100, 1e-4).epsilon())
        .isBetween(0.99 * attained, 1.001 * attained);
    CheckInRound coin = round(10_000, 0.01, CheckInLaw.BERNOULLI, epsilon0, GRID_STEPS);
    UpperBound tossed = SoundAccountant.create().compose(coin, 100).epsilon(1e-4);
    assertThat(tossed.method()).isEqualTo("laplace-clones23-pld");
    assertThat(tossed.epsilon()).isBetween(0.999 * coins, 1.001 * coins);
  }

  /** The pair of a known total variation, outcome by outcome, and as the accountant has it. */
  @ParameterizedTest
  @CsvSource({
    "3, 0.5, 1, 0.3",
    "12, 0.2, 2, 0.1",
    "12, 1, 0.5, 0.2",
    "20, 0.3, 4, 1",
    "30, 0.6, 6, 2",
    "40, 0.9, 1, 0.05"
  })
  void delta_fewClients_isThatOfTheExactPair(
      long clients, double rate, double epsilon0, double epsilon) {
    double variation = new LaplaceMechanism(epsilon0, GRID_STEPS).totalVariation();
    double share = variation / Math.tanh(epsilon0 / 2);
    double exact = ExactCheckInPair.threeKinds(clients, rate, epsilon0, share).delta(epsilon);
    CheckInRound round = round(clients, rate, CheckInLaw.BERNOULLI, epsilon0, GRID_STEPS);
    double proven = SoundAccountant.create().compose(round, 1).delta(epsilon).delta();
    assertThat(proven / exact).isBetween(1 - 1e-9, 1.002);
  }

  /** What is known of the law never costs more than knowing nothing of it. */
  @ParameterizedTest
  @CsvSource({
    "2, 1, 0.1",
    "100, 0.5, 1",
    "5000, 0.5, 1",
    "5000, 0.02, 9",
    "100000, 0.3, 2",
    "3000, 1, 0.3"
  })
  void epsilon_anyRound_isBelowThatOfAnyPureRandomiser(long clients, double rate, double epsilon0) {
    for (CheckInLaw law : CheckInLaw.values()) {
      double drawn = law == CheckInLaw.POISSON ? Math.min(0.1, rate) : rate;
      CheckInRound known = round(clients, drawn, law, epsilon0, GRID_STEPS);
      CheckInRound any =
          new CheckInRound(clients, drawn, law, new LocalGuarantee.PureLdp(epsilon0));
      double epsilon = SoundAccountant.create().compose(known, 20).epsilon(1e-6).epsilon();
      double most = SoundAccountant.create().compose(any, 20).epsilon(1e-6).epsilon();
      assertThat(epsilon).isLessThanOrEqualTo(most).isGreaterThan(0.4 * most);
    }
  }

  @Test
  void epsilon_oneClient_isTheBareMechanism() {
    CheckInRound round = round(1, 1, CheckInLaw.BERNOULLI, 2, GRID_STEPS);
    double epsilon = SoundAccountant.create().compose(round, 1).epsilon(1e-12).epsilon();
    assertThat(epsilon).isBetween(2 - 1e-6, 2.0);
  }

  private static CheckInRound round(
      long clients, double rate, CheckInLaw law, double epsilon0, int steps) {
    return new CheckInRound(clients, rate, law, new LocalGuarantee.Laplace(epsilon0, steps));
  }
}
