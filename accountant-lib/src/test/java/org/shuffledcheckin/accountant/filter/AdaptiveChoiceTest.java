package org.shuffledcheckin.accountant.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.accountant.RoundCount;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.accountant.sound.SoundOptions;

/**
 * 14 rounds, then one of two continuations, whichever suits the loss that was realised. Composing
 * whatever came and comparing with the limit lets both pass, and costs a real client more than the
 * limit; a filter does not let both pass.
 */
class AdaptiveChoiceTest {
  private static final Budget LIMIT = new Budget(2, 1e-5);
  private static final CheckInRound FIRST = round(0.1, 1.2);
  private static final CheckInRound FEW_LOUD = round(1e-4, 0.8);
  private static final CheckInRound MANY_QUIET = round(0.1, 10);

  @Test
  void accountant_eitherPath_isWithinTheLimit() {
    PrivacyAccountant spent =
        SoundAccountant.create(SoundOptions.DEFAULT.withPairsOnly()).compose(FIRST, 14);
    PrivacyAccountant loud = spent.compose(FEW_LOUD, 12);
    PrivacyAccountant quiet = spent.compose(MANY_QUIET, 34_368);
    assertThat(LIMIT.allows(loud)).isTrue();
    assertThat(LIMIT.allows(quiet)).isTrue();
    assertThat(loud.delta(2).delta()).isCloseTo(9.63e-6, within(1e-7));
    assertThat(quiet.delta(2).delta()).isCloseTo(9.97e-6, within(1e-7));
  }

  @Test
  void realData_choosingByTheRealisedLoss_exceedsTheLimit() {
    AdaptiveChoice choice =
        AdaptiveChoice.onWorstData(
            new RoundCount(FIRST, 14),
            List.of(new RoundCount(FEW_LOUD, 12), new RoundCount(MANY_QUIET, 34_368)));
    double always = choice.fixed(0, LIMIT.epsilon());
    double chosen = choice.chosen(LIMIT.epsilon());
    assertThat(always).isCloseTo(9.2e-6, within(1e-7));
    assertThat(chosen).isCloseTo(1.34e-5, within(1.4e-7));
    assertThat(chosen).isGreaterThan(1.3 * LIMIT.delta());
  }

  @Test
  void filter_bothPaths_areNotBothAllowed() {
    PrivacyFilter spent = PrivacyFilter.open(FilterMenu.recommended(LIMIT));
    for (int i = 0; i < 14 && spent.allows(FIRST); i++) {
      spent = spent.charge(FIRST);
    }
    assertThat(allowed(spent, FEW_LOUD, 12) && allowed(spent, MANY_QUIET, 34_368)).isFalse();
  }

  private static boolean allowed(PrivacyFilter spent, CheckInRound round, int times) {
    PrivacyFilter filter = spent;
    for (int i = 0; i < times; i++) {
      if (!filter.allows(round)) {
        return false;
      }
      filter = filter.charge(round);
    }
    return true;
  }

  private static CheckInRound round(double rate, double noise) {
    return new CheckInRound(1000, rate, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(noise));
  }
}
