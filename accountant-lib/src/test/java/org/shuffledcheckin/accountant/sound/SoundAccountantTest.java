package org.shuffledcheckin.accountant.sound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.RoundCount;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.accountant.amplification.GaussianMechanism;

class SoundAccountantTest {
  private static final double DELTA = 1e-6;

  @Test
  void compose_sumOfReports_isProvenForCoinsAtTheAnnouncedRate() {
    LocalGuarantee sum = new LocalGuarantee.GaussianSum(2);
    CheckInRound poisson = Rounds.of(1_000, 0.1, CheckInLaw.POISSON, sum);
    assertThat(SoundAccountant.create().supports(poisson)).isFalse();
    SoundOptions own = SoundOptions.DEFAULT.withOwnRate(0.2);
    assertThat(SoundAccountant.create(own).supports(Rounds.sum(1_000, 0.1, 2))).isFalse();
    UpperBound bound =
        SoundAccountant.create().compose(Rounds.sum(1_000, 0.1, 2), 10).epsilon(1e-5);
    assertThat(bound.method()).isEqualTo("subsampled-gaussian-sum-pld");
    assertThat(Theorem.of(bound.method())).containsExactly(Theorem.SUM_ONLY);
    assertThat(bound.epsilon())
        .isCloseTo(
            new SubsampledGaussian(1_000, 0.1, 1).epsilon(10, 1e-5).epsilon(),
            withPercentage(1e-3));
  }

  @Test
  void epsilon_growingParameters_isMonotone() {
    assertGrows(rate -> Rounds.pure(20_000, rate, 3), 500, 0.001, 0.01, 0.1, 0.5, 1);
    assertGrows(rate -> Rounds.poisson(20_000, rate, 1), 500, 0.001, 0.01, 0.1, 0.5);
    assertGrows(rate -> Rounds.gaussian(20_000, rate, 2), 50, 0.001, 0.01, 0.1, 1);
    assertGrows(epsilon0 -> Rounds.pure(20_000, 0.01, epsilon0), 500, 0.1, 1, 3, 6, 12, 20);
    assertGrows(epsilon0 -> Rounds.purePoisson(20_000, 0.01, epsilon0), 500, 0.1, 1, 3, 6, 12, 20);
    assertGrows(inverse -> Rounds.poisson(20_000, 0.01, 1 / inverse), 500, 0.1, 0.5, 1, 2);
    assertGrows(inverse -> Rounds.gaussian(20_000, 0.01, 1 / inverse), 50, 0.05, 0.3, 1, 2);
    assertGrows(inverse -> Rounds.pure((long) (1 / inverse), 0.05, 3), 50, 1e-6, 1e-4, 0.01, 1);
    assertGrows(inverse -> Rounds.poisson((long) (1 / inverse), 0.05, 1), 50, 1e-6, 1e-4, 0.01, 1);
  }

  @Test
  void epsilon_oneRoundMore_neverFallsNoticeably() {
    for (CheckInRound round :
        List.of(Rounds.pure(60_000, 0.001, 4), Rounds.poisson(60_000, 0.001, 1))) {
      SoundAccountant accountant = SoundAccountant.create().compose(round, 1000);
      double previous = 0;
      for (int i = 0; i < 60; i++) {
        accountant = accountant.compose(round, 1);
        double epsilon = accountant.epsilon(DELTA).epsilon();
        assertThat(epsilon).isGreaterThan(previous * (1 - 1e-4));
        previous = epsilon;
      }
    }
  }

  @Test
  void epsilon_looserClones_areAboveTheDefault() {
    SoundOptions looser = SoundOptions.DEFAULT.withClones(CloneAnalysis.CLONES21);
    for (double epsilon0 : new double[] {0.5, 2, 5}) {
      CheckInRound round = Rounds.pure(5000, 0.02, epsilon0);
      UpperBound tight = SoundAccountant.create().compose(round, 100).epsilon(DELTA);
      UpperBound loose = SoundAccountant.create(looser).compose(round, 100).epsilon(DELTA);
      assertThat(tight.epsilon()).isLessThan(loose.epsilon());
      assertThat(tight.method()).isEqualTo("clones23-pld");
      assertThat(loose.method()).isEqualTo("clones21-pld");
    }
  }

  @Test
  void epsilon_differentKinds_namesThemAll() {
    SoundAccountant accountant =
        SoundAccountant.create()
            .compose(Rounds.pure(5000, 0.02, 2), 10)
            .compose(Rounds.poisson(5000, 0.02, 2), 10)
            .compose(Rounds.purePoisson(5000, 0.02, 2), 10);
    assertThat(accountant.epsilon(DELTA).method())
        .isEqualTo("clones23+poisson-gaussian+poisson-pure-pld");
  }

  @Test
  void epsilon_ownRateAsAnnounced_equalsTheCountedClient() {
    CheckInRound others = Rounds.pure(4999, 0.02, 3);
    CheckInRound all = Rounds.pure(5000, 0.02, 3);
    double own =
        SoundAccountant.create(SoundOptions.DEFAULT.withOwnRate(0.02))
            .compose(others, 50)
            .epsilon(DELTA)
            .epsilon();
    double counted = SoundAccountant.create().compose(all, 50).epsilon(DELTA).epsilon();
    assertThat(own).isCloseTo(counted, within(1e-9 * counted));
  }

  @Test
  void epsilon_largerOwnRate_costsMore() {
    for (CheckInRound round : List.of(Rounds.pure(5000, 0.02, 3), Rounds.poisson(5000, 0.02, 1))) {
      double previous = 0;
      for (double rate : new double[] {0, 0.01, 0.02, 0.05, 0.3}) {
        double epsilon =
            SoundAccountant.create(SoundOptions.DEFAULT.withOwnRate(rate))
                .compose(round, 50)
                .epsilon(DELTA)
                .epsilon();
        assertThat(epsilon).isGreaterThanOrEqualTo(previous);
        previous = epsilon;
      }
    }
  }

  @Test
  void compose_gaussianCoinWithAnotherRate_failsLoudlyAndChangesNothing() {
    SoundAccountant accountant =
        SoundAccountant.create(SoundOptions.DEFAULT.withOwnRate(0.1))
            .compose(Rounds.pure(100, 0.1, 1), 5);
    CheckInRound unsupported = Rounds.gaussian(100, 0.05, 1);
    assertThat(accountant.supports(unsupported)).isFalse();
    assertThatThrownBy(() -> accountant.compose(unsupported, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0.1 instead of the announced 0.05");
    assertThatThrownBy(
            () ->
                accountant.composeAll(
                    List.of(
                        new RoundCount(Rounds.pure(100, 0.1, 1), 1),
                        new RoundCount(unsupported, 1))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(accountant.rounds()).containsExactly(new RoundCount(Rounds.pure(100, 0.1, 1), 5));
  }

  @Test
  void compose_poissonRateWhereTheCapMatters_isRefused() {
    assertThatThrownBy(() -> SoundAccountant.create().compose(Rounds.poisson(1_000_000, 1, 1), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("more than 16 reports")
        .hasMessageContaining("check-in rate 1.0");
    assertThat(SoundAccountant.create().supports(Rounds.poisson(60_000, 0.05, 1))).isTrue();
  }

  @Test
  void delta_poisson_includesTheChanceOfACappedDraw() {
    CheckInRound round = Rounds.poisson(100, 0.9, 50);
    double capped = PoissonCheckIn.cappedProbability(100, 0.9);
    assertThat(capped).isBetween(1e-15, 1e-12);
    double delta = SoundAccountant.create().compose(round, 1000).delta(30).delta();
    assertThat(delta).isGreaterThan(1000 * capped);
  }

  @Test
  void composeAll_rebuiltFromItsRounds_givesTheSame() {
    SoundAccountant accountant = SoundAccountant.create();
    for (int i = 0; i < 40; i++) {
      accountant = accountant.compose(Rounds.poisson(5000, i % 2 == 0 ? 0.01 : 0.02, 1), 1);
    }
    assertThat(accountant.rounds()).hasSize(2);
    SoundAccountant rebuilt = SoundAccountant.create().composeAll(accountant.rounds());
    assertThat(rebuilt.epsilon(DELTA)).isEqualTo(accountant.epsilon(DELTA));
  }

  @Test
  void compose_tooManyRounds_isRefused() {
    SoundAccountant accountant = SoundAccountant.create();
    assertThatThrownBy(() -> accountant.compose(Rounds.pure(10, 0.1, 1), 1L << 60))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rounds must be at most");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 2})
  void epsilon_shufflerOfOneClient_isTheGaussianMechanism(double noise) {
    CheckInRound round = Rounds.gaussian(1, 1, noise);
    double epsilon =
        SoundAccountant.create(SoundOptions.DEFAULT.withObserver(SoundOptions.Observer.SHUFFLER))
            .compose(round, 10)
            .epsilon(DELTA)
            .epsilon();
    double exact = new GaussianMechanism(2 / noise * Math.sqrt(10)).epsilon(DELTA);
    assertThat(epsilon).isBetween(exact, exact * 1.001);
  }

  @Test
  void epsilon_shufflerOfMany_liesBetweenNothingAndTheLocalCost() {
    SoundAccountant shuffler =
        SoundAccountant.create(SoundOptions.DEFAULT.withObserver(SoundOptions.Observer.SHUFFLER));
    double few = shuffler.compose(Rounds.poisson(1000, 0.05, 1), 200).epsilon(DELTA).epsilon();
    double many = shuffler.compose(Rounds.poisson(60_000, 0.05, 1), 200).epsilon(DELTA).epsilon();
    double local = new GaussianMechanism(2 * Math.sqrt(200)).epsilon(DELTA);
    assertThat(many).isPositive().isLessThan(few);
    assertThat(few).isLessThan(local);
    assertThat(shuffler.compose(Rounds.poisson(1000, 0.05, 1), 1).epsilon(DELTA).method())
        .isEqualTo("shuffler-gaussian-pld");
  }

  @Test
  void withoutDishonest_halfOfThem_costsMore() {
    CheckInRound round = Rounds.poisson(10_001, 0.02, 1);
    assertThat(round.withoutDishonest(0.5).clients()).isEqualTo(5000);
    double all = SoundAccountant.create().compose(round, 100).epsilon(DELTA).epsilon();
    double half =
        SoundAccountant.create().compose(round.withoutDishonest(0.5), 100).epsilon(DELTA).epsilon();
    assertThat(half).isGreaterThan(all);
    assertThatThrownBy(() -> round.withoutDishonest(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("honest clients must be at least 1 but is 0");
  }

  @Test
  void epsilon_manyThreads_agree() {
    SoundAccountant shared = SoundAccountant.create();
    List<Double> results =
        IntStream.range(0, 16)
            .parallel()
            .mapToObj(
                i ->
                    shared
                        .compose(Rounds.pure(10_000, 0.01, 2 + i % 2), 100)
                        .epsilon(DELTA)
                        .epsilon())
            .distinct()
            .toList();
    assertThat(results).hasSize(2);
  }

  private static void assertGrows(
      DoubleFunction<CheckInRound> round, long rounds, double... parameters) {
    double previous = 0;
    for (double parameter : parameters) {
      CheckInRound described = round.apply(parameter);
      double epsilon = SoundAccountant.create().compose(described, rounds).epsilon(DELTA).epsilon();
      assertThat(epsilon).as("%s", described).isGreaterThanOrEqualTo(previous);
      previous = epsilon;
    }
    assertThat(previous).isPositive();
  }
}
