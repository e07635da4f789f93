package org.shuffledcheckin.accountant.sound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shuffledcheckin.accountant.CheckInRound;

/** Rounds that tell everything with a known probability. */
class LossMassTest {
  private static final CheckInRound PURE = Rounds.pure(1000, 0.1, 1);
  private static final CheckInRound GAUSSIAN = Rounds.poisson(1000, 0.1, 1);

  @ParameterizedTest
  @EnumSource(SoundOptions.Measure.class)
  void delta_roundsWithMass_isTheMixture(SoundOptions.Measure measure) {
    SoundAccountant empty = SoundAccountant.create(SoundOptions.DEFAULT.withMeasure(measure));
    for (double epsilon : new double[] {0.05, 0.3, 1, 200}) {
      double without = empty.compose(PURE, 100).compose(GAUSSIAN, 20).delta(epsilon).delta();
      double with =
          empty
              .compose(PURE.withLossMass(1e-4), 100)
              .compose(GAUSSIAN.withLossMass(1e-3), 20)
              .delta(epsilon)
              .delta();
      double mass = 1 - Math.pow(1 - 1e-4, 100) * Math.pow(1 - 1e-3, 20);
      assertThat(with).isCloseTo(mass + (1 - mass) * without, within(1e-9));
      assertThat(with).isGreaterThanOrEqualTo(mass + (1 - mass) * without - 1e-16);
    }
  }

  @ParameterizedTest
  @EnumSource(SoundOptions.Measure.class)
  void epsilon_roundsWithMass_invertsDelta(SoundOptions.Measure measure) {
    SoundAccountant run =
        SoundAccountant.create(SoundOptions.DEFAULT.withMeasure(measure))
            .compose(PURE.withLossMass(1e-8), 300);
    double epsilon = run.epsilon(1e-5).epsilon();
    assertThat(run.delta(epsilon).delta()).isCloseTo(1e-5, within(2e-8));
    assertThat(run.epsilon(2.9e-6).epsilon()).isInfinite();
    assertThat(run.epsilon(3.1e-6).epsilon()).isFinite();
  }

  @Test
  void epsilon_largestPossibleLoss_isNoBoundWhereMassIsLeft() {
    SoundAccountant run = SoundAccountant.create().compose(PURE.withLossMass(1e-6), 1);
    assertThat(run.epsilon(1e-7).epsilon()).isInfinite();
    assertThat(run.epsilon(2e-6).epsilon()).isLessThanOrEqualTo(1);
  }

  @Test
  void delta_gaussianCoinsThroughClones_includeTheMass() {
    CheckInRound round = Rounds.gaussian(60_000, 0.05, 4);
    double without = SoundAccountant.create().compose(round, 60).delta(0.2).delta();
    double with = SoundAccountant.create().compose(round.withLossMass(1e-7), 60).delta(0.2).delta();
    assertThat(with).isBetween(without + 5.9e-6, without + 6.1e-6);
  }

  @Test
  void compose_massForAnotherObserver_isRefused() {
    SoundAccountant shuffler =
        SoundAccountant.create(SoundOptions.DEFAULT.withObserver(SoundOptions.Observer.SHUFFLER));
    SoundAccountant own = SoundAccountant.create(SoundOptions.DEFAULT.withOwnRate(0.2));
    for (SoundAccountant accountant : new SoundAccountant[] {shuffler, own}) {
      assertThat(accountant.supports(GAUSSIAN)).isTrue();
      assertThat(accountant.supports(GAUSSIAN.withLossMass(1e-13))).isFalse();
      assertThatThrownBy(() -> accountant.compose(GAUSSIAN.withLossMass(1e-13), 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("lost reports");
    }
  }

  @Test
  void compose_massOfSumsAndPureReportsForTheShuffler_isCounted() {
    SoundAccountant shuffler =
        SoundAccountant.create(SoundOptions.DEFAULT.withObserver(SoundOptions.Observer.SHUFFLER));
    for (CheckInRound round : new CheckInRound[] {PURE, Rounds.sum(1_000, 0.1, 4)}) {
      double without = shuffler.compose(round, 10).delta(0.5).delta();
      double with = shuffler.compose(round.withLossMass(1e-4), 10).delta(0.5).delta();
      assertThat(with).isBetween(without + 0.9e-3 * (1 - without), without + 1.1e-3);
    }
  }

  @Test
  void withoutDishonest_afterLosses_isRefused() {
    assertThatThrownBy(() -> PURE.withLossMass(1e-13).withoutDishonest(0.1))
        .isInstanceOf(IllegalStateException.class);
    assertThat(PURE.withLossMass(-0.0)).isEqualTo(PURE);
    assertThatThrownBy(() -> PURE.withLossMass(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("loss mass must be in [0, 1) but is 1.0");
  }
}
