package org.shuffledcheckin.accountant.sound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.amplification.GaussianMechanism;
import org.shuffledcheckin.accountant.numeric.Normal;

/** Right answers or a clear refusal at the edges; never NaN, never a hang. */
@Timeout(300)
class ExtremeInputsTest {
  private static final double[] DELTAS = {1, 0.3, 1e-15, 1e-300};

  @Test
  void epsilon_everyCornerOfTheParameters_isANumber() {
    List<CheckInRound> rounds = new ArrayList<>();
    for (long clients : new long[] {1, 100_000}) {
      for (double rate : new double[] {1e-9, 1}) {
        for (double epsilon0 : new double[] {1e-6, 20, 50}) {
          rounds.add(Rounds.pure(clients, rate, epsilon0));
        }
        rounds.add(Rounds.purePoisson(clients, Math.min(0.3, rate), 50));
        rounds.add(Rounds.poisson(clients, Math.min(0.3, rate), 0.05));
        rounds.add(Rounds.poisson(clients, Math.min(0.3, rate), 1000));
      }
    }
    for (CheckInRound round : rounds) {
      for (long times : new long[] {0, 1, 1_000_000_000L}) {
        check(SoundAccountant.create().compose(round, times), round, times);
      }
    }
  }

  @Test
  void epsilon_everyCornerOfKnownLaws_isANumber() {
    for (long clients : new long[] {1, 100_000}) {
      for (double rate : new double[] {1e-9, 1}) {
        for (double epsilon0 : new double[] {1e-6, 20, 800}) {
          for (LocalGuarantee guarantee :
              List.of(
                  new LocalGuarantee.BinaryResponse(epsilon0),
                  new LocalGuarantee.KAryResponse(epsilon0, 1 << 20),
                  new LocalGuarantee.Laplace(epsilon0, 100))) {
            CheckInRound coins = Rounds.of(clients, rate, CheckInLaw.BERNOULLI, guarantee);
            CheckInRound process =
                Rounds.of(clients, Math.min(0.1, rate), CheckInLaw.POISSON, guarantee);
            for (CheckInRound round : List.of(coins, process)) {
              check(SoundAccountant.create().compose(round, 30), round, 30);
              assertThat(SoundAccountant.create().compose(round, 3).renyi(2).divergence())
                  .isNotNaN()
                  .isNotNegative();
            }
          }
        }
      }
    }
  }

  @Test
  void epsilon_everyCornerOfTheCoinWithGaussianNoise_isANumber() {
    for (long clients : new long[] {1, 20_000}) {
      for (double rate : new double[] {1e-9, 1}) {
        for (double noise : new double[] {0.05, 1000}) {
          CheckInRound round = Rounds.gaussian(clients, rate, noise);
          check(SoundAccountant.create().compose(round, 1), round, 1);
          check(SoundAccountant.create().compose(round, 1_000_000), round, 1_000_000);
        }
      }
    }
  }

  @Test
  void compose_moreClientsThanPeople_isRefused() {
    CheckInRound round = Rounds.pure(1L << 40, 0.5, 1);
    assertThat(SoundAccountant.create().supports(round)).isFalse();
    assertThatThrownBy(() -> SoundAccountant.create().compose(round, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("clients must be at most 10000000000 but are 1099511627776");
  }

  @Test
  void epsilon_tenBillionClients_isStillTight() {
    CheckInRound round = Rounds.pure(10_000_000_000L, 0.5, 1);
    double epsilon = SoundAccountant.create().compose(round, 10).epsilon(1e-6).epsilon();
    double fewer =
        SoundAccountant.create()
            .compose(Rounds.pure(100_000_000L, 0.5, 1), 10)
            .epsilon(1e-6)
            .epsilon();
    // A hundred times the clients: a tenth of the loss, and less of it above the same delta.
    assertThat(epsilon).isBetween(0.02 * fewer, 0.1 * fewer);
  }

  @Test
  void epsilon_nobodyChecksIn_isZero() {
    for (CheckInRound round :
        List.of(
            Rounds.pure(100, 0, 5),
            Rounds.poisson(100, 0, 1),
            Rounds.gaussian(100, 0, 1),
            Rounds.purePoisson(100, 0, 5))) {
      SoundAccountant accountant = SoundAccountant.create().compose(round, 1_000_000);
      assertThat(accountant.epsilon(1e-12).epsilon()).isZero();
      assertThat(accountant.delta(0).delta()).isZero();
    }
  }

  @Test
  void epsilon_aloneAndAlwaysThere_isTheBareRandomiser() {
    SoundAccountant pure = SoundAccountant.create().compose(Rounds.pure(1, 1, 2), 1);
    assertThat(pure.epsilon(1e-15).epsilon()).isBetween(2 - 1e-9, 2.0);
    // Randomised response: delta(epsilon) = (e^2 - e^epsilon)/(e^2 + 1).
    double exact = (Math.exp(2) - Math.exp(1)) / (Math.exp(2) + 1);
    assertThat(pure.delta(1).delta()).isBetween(exact, exact * 1.001);
    double gaussian =
        SoundAccountant.create().compose(Rounds.gaussian(1, 1, 2), 4).epsilon(1e-6).epsilon();
    double known = new GaussianMechanism(2).epsilon(1e-6);
    assertThat(gaussian).isBetween(known, known * 1.001);
  }

  @Test
  void epsilon_pureRandomiserAtTinyDelta_neverExceedsTheLocalBound() {
    for (double delta : new double[] {1e-15, 1e-100, 1e-300}) {
      for (double epsilon0 : new double[] {1, 20, 50}) {
        SoundAccountant accountant =
            SoundAccountant.create().compose(Rounds.pure(1000, 0.1, epsilon0), 3);
        assertThat(accountant.epsilon(delta).epsilon()).isLessThanOrEqualTo(3 * epsilon0);
      }
    }
  }

  /** Where 1 - w of the differing client's weight is smaller than the spacing of doubles. */
  @Test
  void epsilon_hardlyAnyClone_isANumberWithinTheLocalBound() {
    for (double epsilon0 : new double[] {30, 34, 36, 38, 40, 50}) {
      for (long clients : new long[] {2, 10, 1000}) {
        for (double rate : new double[] {0.01, 0.5, 1}) {
          SoundAccountant accountant =
              SoundAccountant.create().compose(Rounds.pure(clients, rate, epsilon0), 3);
          assertThat(accountant.epsilon(1e-6).epsilon()).isBetween(0.0, 3 * epsilon0);
        }
      }
    }
    CheckInRound littleNoise = Rounds.gaussian(401, 0.2427571921016926, 0.2674903648700748);
    assertThat(SoundAccountant.create().compose(littleNoise, 20).epsilon(1e-3).epsilon())
        .isPositive();
  }

  @Test
  void epsilon_noCloneEverHelps_isAboutCheckingInAtAll() {
    // With epsilon0 = 50 there are no clones: delta at epsilon 0 is the chance to be seen.
    SoundAccountant accountant = SoundAccountant.create().compose(Rounds.pure(1000, 0.01, 50), 1);
    assertThat(accountant.delta(0).delta()).isCloseTo(0.01, within(1e-5));
    assertThat(accountant.epsilon(0.0101).epsilon()).isZero();
    assertThat(accountant.epsilon(0.005).epsilon()).isBetween(30.0, 50.0);
  }

  @Test
  void epsilon_aBillionRounds_followsTheCentralLimit() {
    CheckInRound round = Rounds.poisson(1_000_000, 0.001, 4);
    double epsilon =
        SoundAccountant.create(SoundOptions.DEFAULT.withPairsOnly())
            .compose(round, 1_000_000_000L)
            .epsilon(1e-6)
            .epsilon();
    // Jumps of +-(r - 1)/n at rate gamma n each where r > 1: variance 2 gamma E[(r - 1)^2; r >
    // 1]/n.
    double above = Math.exp(0.25) * Normal.cdf(0.75) - 2 * Normal.cdf(0.25) + Normal.cdf(-0.25);
    double mu = Math.sqrt(1e9 * 0.001 * 2 * above / 1e6);
    double limit = new GaussianMechanism(mu).epsilon(1e-6);
    assertThat(epsilon).isBetween(limit, 1.02 * limit);
  }

  @Test
  void epsilon_aBillionRoundsToThirdOrder_followsTheWorstDataSet() {
    CheckInRound round = Rounds.poisson(1_000_000, 0.001, 4);
    double epsilon =
        SoundAccountant.create().compose(round, 1_000_000_000L).epsilon(1e-6).epsilon();
    // Jumps of (r - 1)/n at rate gamma n: variance gamma E[(r - 1)^2]/n. The price is e/2 in delta.
    GaussianMechanism limit = new GaussianMechanism(Math.sqrt(Math.expm1(0.25)));
    assertThat(epsilon).isBetween(limit.epsilon(1e-6), 1.02 * limit.epsilon(2e-6 / Math.E));
  }

  private static void check(SoundAccountant accountant, CheckInRound round, long times) {
    double previous = 0;
    for (double delta : DELTAS) {
      double epsilon = accountant.epsilon(delta).epsilon();
      assertThat(epsilon)
          .as("%s x %d at delta %s", round, times, delta)
          .isNotNaN()
          .isGreaterThanOrEqualTo(previous);
      previous = epsilon;
    }
    for (double epsilon : new double[] {0, 1, Double.POSITIVE_INFINITY}) {
      double delta = accountant.delta(epsilon).delta();
      assertThat(delta).as("%s x %d at epsilon %s", round, times, epsilon).isBetween(0.0, 1.0);
    }
  }
}
