package org.shuffledcheckin.accountant.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.accountant.sound.SoundAccountant;

class PlannerTest {
  private static final Budget BUDGET = new Budget(1, 1e-5);
  private static final PrivacyAccountant NOTHING = SoundAccountant.create();

  @Test
  void mostRounds_poisson_isAboutTheLastThatFits() {
    CheckInRound round =
        new CheckInRound(10_000, 0.01, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(1));
    long rounds = new Planner(NOTHING, BUDGET).mostRounds(round);
    assertThat(BUDGET.allows(NOTHING.compose(round, rounds))).isTrue();
    assertThat(BUDGET.allows(NOTHING.compose(round, rounds + 1 + rounds / 1000))).isFalse();
  }

  @Test
  void mostRounds_partlySpent_isFewer() {
    CheckInRound round =
        new CheckInRound(10_000, 0.01, CheckInLaw.BERNOULLI, new LocalGuarantee.PureLdp(3));
    long fresh = new Planner(NOTHING, BUDGET).mostRounds(round);
    long rest = new Planner(NOTHING.compose(round, 100), BUDGET).mostRounds(round);
    assertThat(rest).isCloseTo(fresh - 100, within(fresh / 1000));
  }

  @Test
  void mostRounds_edges_areZeroAndTheLimit() {
    CheckInRound loud = new CheckInRound(1, 1, CheckInLaw.BERNOULLI, new LocalGuarantee.PureLdp(5));
    CheckInRound silent =
        new CheckInRound(10, 0, CheckInLaw.BERNOULLI, new LocalGuarantee.PureLdp(5));
    assertThat(new Planner(NOTHING, BUDGET).mostRounds(loud)).isZero();
    assertThat(new Planner(NOTHING, BUDGET).mostRounds(silent)).isEqualTo(Planner.MOST_ROUNDS);
  }

  @Test
  void leastNoise_poisson_isJustEnough() {
    double noise =
        new Planner(NOTHING, BUDGET)
            .leastNoise(10_000, 0.01, CheckInLaw.POISSON, 2000)
            .orElseThrow();
    assertThat(allows(noise)).isTrue();
    assertThat(allows(noise * 0.999)).isFalse();
  }

  @Test
  void largestRate_poisson_isJustAllowed() {
    LocalGuarantee guarantee = new LocalGuarantee.Gaussian(1);
    double rate =
        new Planner(NOTHING, BUDGET)
            .largestRate(10_000, CheckInLaw.POISSON, guarantee, 500)
            .orElseThrow();
    CheckInRound at = new CheckInRound(10_000, rate, CheckInLaw.POISSON, guarantee);
    CheckInRound above = new CheckInRound(10_000, rate * 1.001, CheckInLaw.POISSON, guarantee);
    assertThat(BUDGET.allows(NOTHING.compose(at, 500))).isTrue();
    assertThat(BUDGET.allows(NOTHING.compose(above, 500))).isFalse();
  }

  @Test
  void largestEpsilon0_coin_isJustAllowed() {
    double epsilon0 =
        new Planner(NOTHING, BUDGET)
            .largestEpsilon0(10_000, 0.01, CheckInLaw.BERNOULLI, 500)
            .orElseThrow();
    assertThat(BUDGET.allows(NOTHING.compose(pure(epsilon0), 500))).isTrue();
    assertThat(BUDGET.allows(NOTHING.compose(pure(epsilon0 * 1.001), 500))).isFalse();
  }

  @Test
  void search_hopelessBudget_isEmpty() {
    Planner planner = new Planner(NOTHING, new Budget(0, 1e-12));
    assertThat(planner.largestEpsilon0(2, 1, CheckInLaw.BERNOULLI, 1_000_000))
        .isEqualTo(OptionalDouble.empty());
  }

  @Test
  void constructor_badBudget_namesTheValue() {
    assertThatThrownBy(() -> new Budget(1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("delta must be in (0, 1) but is 0.0");
    assertThatThrownBy(() -> new Budget(Double.NaN, 0.1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NaN");
    assertThatThrownBy(
            () -> new Planner(NOTHING, BUDGET).leastNoise(10, 0.1, CheckInLaw.POISSON, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rounds must be at least 1 but is 0");
  }

  private static boolean allows(double noise) {
    CheckInRound round =
        new CheckInRound(10_000, 0.01, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(noise));
    return BUDGET.allows(NOTHING.compose(round, 2000));
  }

  private static CheckInRound pure(double epsilon0) {
    return new CheckInRound(
        10_000, 0.01, CheckInLaw.BERNOULLI, new LocalGuarantee.PureLdp(epsilon0));
  }
}
