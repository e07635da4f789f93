package org.shuffledcheckin.accountant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** What every accountant promises. A subclass names an accountant and a round that it supports. */
public abstract class AccountantContract {
  private static final double DELTA = 1e-6;

  /** An accountant that has seen nothing. */
  protected abstract PrivacyAccountant empty();

  /** A supported round. */
  protected abstract CheckInRound round();

  /** A supported round of another description. */
  protected abstract CheckInRound otherRound();

  /** How many rounds cost a moderate epsilon. */
  protected abstract long many();

  @Test
  void supports_itsRounds_isTrue() {
    assertThat(empty().supports(round())).isTrue();
    assertThat(empty().supports(otherRound())).isTrue();
  }

  @Test
  void epsilon_nothingComposed_isZero() {
    assertThat(empty().epsilon(DELTA).epsilon()).isZero();
    assertThat(empty().delta(0.5).delta()).isZero();
    assertThat(empty().compose(round(), 0).epsilon(DELTA).epsilon()).isZero();
  }

  @Test
  void compose_twoHalves_equalTheWhole() {
    PrivacyAccountant whole = empty().compose(round(), many());
    PrivacyAccountant halves =
        empty().compose(round(), many() / 2).compose(round(), many() - many() / 2);
    assertThat(halves.epsilon(DELTA)).isEqualTo(whole.epsilon(DELTA));
    assertThat(halves.delta(0.5)).isEqualTo(whole.delta(0.5));
  }

  @Test
  void compose_otherOrder_changesNothingThatMatters() {
    PrivacyAccountant one = empty().compose(round(), many()).compose(otherRound(), 7);
    PrivacyAccountant two = empty().compose(otherRound(), 7).compose(round(), many());
    double expected = one.epsilon(DELTA).epsilon();
    assertThat(two.epsilon(DELTA).epsilon()).isCloseTo(expected, within(1e-3 * expected));
  }

  @Test
  void compose_anything_leavesTheReceiverUnchanged() {
    PrivacyAccountant accountant = empty().compose(round(), 3);
    UpperBound before = accountant.epsilon(DELTA);
    accountant.compose(round(), many());
    accountant.compose(otherRound(), 2).epsilon(DELTA);
    assertThat(accountant.epsilon(DELTA)).isEqualTo(before);
  }

  @Test
  void compose_negativeTimes_isRefused() {
    assertThatThrownBy(() -> empty().compose(round(), -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("times must be at least 0 but is -1");
  }

  @Test
  void epsilon_moreRounds_grows() {
    double previous = 0;
    for (long times : new long[] {1, 2, 5, many(), 2 * many(), 10 * many()}) {
      double epsilon = empty().compose(round(), times).epsilon(DELTA).epsilon();
      assertThat(epsilon).as("%d rounds", times).isGreaterThanOrEqualTo(previous);
      previous = epsilon;
    }
    assertThat(previous).isPositive();
  }

  @Test
  void epsilon_anotherKindOfRoundMore_grows() {
    PrivacyAccountant accountant = empty().compose(round(), many());
    double before = accountant.epsilon(DELTA).epsilon();
    assertThat(accountant.compose(otherRound(), 10).epsilon(DELTA).epsilon()).isGreaterThan(before);
  }

  @Test
  void epsilon_largerDelta_falls() {
    PrivacyAccountant accountant = empty().compose(round(), many());
    double previous = Double.POSITIVE_INFINITY;
    for (double delta : new double[] {1e-12, 1e-9, 1e-6, 1e-3, 0.5, 1}) {
      UpperBound bound = accountant.epsilon(delta);
      assertThat(bound.epsilon()).isNotNaN().isLessThanOrEqualTo(previous);
      assertThat(bound.delta()).isEqualTo(delta);
      previous = bound.epsilon();
    }
    assertThat(previous).isZero();
  }

  @Test
  void delta_ofEpsilon_invertsIt() {
    PrivacyAccountant accountant = empty().compose(round(), many());
    UpperBound bound = accountant.epsilon(DELTA);
    assertThat(accountant.delta(bound.epsilon()).delta()).isCloseTo(DELTA, within(0.03 * DELTA));
  }

  @Test
  void epsilon_anyResult_isNamedAnUpperBound() {
    UpperBound bound = empty().compose(round(), many()).epsilon(DELTA);
    assertThat(bound.kind()).isEqualTo(Kind.UPPER_BOUND);
    assertThat(bound.method()).isNotBlank();
  }

  @Test
  void epsilon_badDelta_isRefused() {
    for (double delta : new double[] {0, -1e-9, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> empty().epsilon(delta))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("delta must be in (0, 1] but is " + delta);
    }
  }

  @Test
  void delta_badEpsilon_isRefused() {
    for (double epsilon : new double[] {-1, Double.NaN}) {
      assertThatThrownBy(() -> empty().delta(epsilon))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("epsilon must be at least 0 but is " + epsilon);
    }
  }
}
