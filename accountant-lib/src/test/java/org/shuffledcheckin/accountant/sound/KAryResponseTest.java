package org.shuffledcheckin.accountant.sound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.lowerbound.LowerBounds;

class KAryResponseTest {
  @Test
  void delta_referencePair_matches() {
    ExactCheckInPair pair = ExactCheckInPair.kAryResponse(12, 0.2, 2, 10);
    assertThat(pair.delta(0.1)).isCloseTo(0.05685219003215166, within(1e-14));
    assertThat(pair.divergence(2)).isCloseTo(0.0690485975688151, within(1e-13));
  }

  /** n = 10 000, rate 0.01, 100 rounds, delta 1e-4: the table of the privacy analysis. */
  @ParameterizedTest
  @CsvSource({
    "1, 3, 0.02221, 0.02221",
    "1, 10, 0.01283, 0.01283",
    "1, 100, 0.003238, 0.003238",
    "2, 3, 0.06893, 0.06893",
    "2, 10, 0.04997, 0.04997",
    "2, 100, 0.01657, 0.01657",
    "4, 3, 0.27805, 0.27802",
    "4, 10, 0.26046, 0.26046",
    "4, 100, 0.15853, 0.15853",
    "8, 3, 2.7625, 2.7766",
    "8, 10, 2.7590, 2.7733",
    "8, 100, 2.7106, 2.7268"
  })
  void epsilon_bothLaws_areThoseOfTheTable(
      double epsilon0, int values, double bernoulli, double poisson) {
    LocalGuarantee guarantee = new LocalGuarantee.KAryResponse(epsilon0, values);
    for (CheckInLaw law : CheckInLaw.values()) {
      double expected = law == CheckInLaw.POISSON ? poisson : bernoulli;
      CheckInRound round = new CheckInRound(10_000, 0.01, law, guarantee);
      double upper = SoundAccountant.create().compose(round, 100).epsilon(1e-4).epsilon();
      assertThat(upper).isCloseTo(expected, within(5e-4 * expected));
      double lower = LowerBounds.epsilon(round, 100, 1e-4).epsilon();
      assertThat(lower).isBetween(0.99 * upper, upper);
    }
  }

  /** Another rate than the announced one: only what holds for every pure randomiser is known. */
  @Test
  void epsilon_clientWithAnotherRate_isThatOfAnyPureRandomiser() {
    SoundAccountant own = SoundAccountant.create(SoundOptions.DEFAULT.withOwnRate(0.02));
    CheckInRound round = coins(new LocalGuarantee.KAryResponse(2, 100));
    CheckInRound any = coins(new LocalGuarantee.PureLdp(2));
    assertThat(own.compose(round, 10).epsilon(1e-5).epsilon())
        .isEqualTo(own.compose(any, 10).epsilon(1e-5).epsilon());
  }

  private static CheckInRound coins(LocalGuarantee guarantee) {
    return new CheckInRound(10_000, 0.01, CheckInLaw.BERNOULLI, guarantee);
  }
}
