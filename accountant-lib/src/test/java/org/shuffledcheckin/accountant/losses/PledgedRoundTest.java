package org.shuffledcheckin.accountant.losses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;

class PledgedRoundTest {
  private static final LocalGuarantee GAUSSIAN = new LocalGuarantee.Gaussian(1);
  private static final LocalGuarantee PURE = new LocalGuarantee.PureLdp(2);

  @Test
  void accounted_anyRound_keepsRateLawAndGuarantee() {
    for (CheckInLaw law : CheckInLaw.values()) {
      CheckInRound round = new PledgedRound(60_000, 3, 0.05, law, PURE).accounted();
      assertThat(round.checkInRate()).isEqualTo(0.05);
      assertThat(round.law()).isEqualTo(law);
      assertThat(round.guarantee()).isEqualTo(PURE);
      assertThat(round.clients()).isBetween(1L, 60_000L);
      assertThat(round.lossMass()).isBetween(1e-20, 1e-13);
    }
  }

  @Test
  void accounted_moreMissingReports_countsOnFewerClients() {
    for (LocalGuarantee guarantee : new LocalGuarantee[] {GAUSSIAN, PURE}) {
      long before = 10_001;
      for (long limit : new long[] {0, 1, 2, 10, 50}) {
        long clients =
            new PledgedRound(10_000, limit, 0.05, CheckInLaw.POISSON, guarantee)
                .accounted()
                .clients();
        assertThat(clients).isLessThan(before);
        before = clients;
      }
    }
  }

  @Test
  void accounted_tooFewClients_saysHowManyAreNeeded() {
    PledgedRound round = new PledgedRound(100, 0, 0.05, CheckInLaw.POISSON, PURE);
    assertThatThrownBy(round::accounted)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("honest clients must be more than 100")
        .hasMessageContaining("loss limit of 0")
        .hasMessageContaining("599 are enough");
    assertThat(new PledgedRound(599, 0, 0.05, CheckInLaw.POISSON, PURE).accounted().clients())
        .isPositive();
  }

  /** Everybody computes these alike, to the last bit: other numbers are another protocol. */
  @ParameterizedTest
  @CsvSource({
    "60000, 0, 0.05, POISSON, gaussian:1.0, 60000, 5e-17",
    "60000, 30, 0.05, POISSON, gaussian:1.0, 59565, 1e-16",
    "60000, 30, 0.05, POISSON, gaussian:2.0, 59486, 5e-17",
    "60000, 0, 0.001, POISSON, gaussian:0.86, 60000, 5e-17",
    "60000, 0, 0.001, POISSON, gaussian:2.0, 60000, 5e-17",
    "60000, 0, 0.001, POISSON, gaussian:4.0, 59970, 5e-17",
    "60000, 0, 0.001, POISSON, gaussian:8.0, 59970, 5e-17",
    "60000, 3, 0.001, POISSON, gaussian:4.0, 57847, 5e-17",
    "60000, 0, 0.0005, POISSON, gaussian:4.0, 59940, 1e-13",
    "1000, 0, 0.05, POISSON, gaussian:1.0, 1000, 5e-17",
    "1000, 0, 0.05, POISSON, gaussian:4.0, 999, 5e-17",
    "10000, 0, 0.01, POISSON, pure-ldp:2.0, 9997, 1e-16",
    "10000, 0, 0.01, BERNOULLI, pure-ldp:2.0, 9995, 1e-16",
    "10000, 3, 0.01, BERNOULLI, pure-ldp:2.0, 9762, 1e-16",
    "10000, 0, 0.01, BERNOULLI, k-ary-response:2.0:10, 9994, 1e-16",
    "1000, 0, 0.05, BERNOULLI, pure-ldp:2.0, 999, 1e-16",
    "10000000, 0, 0.01, BERNOULLI, pure-ldp:2.0, 9997022, 1e-13",
    "60000, 0, 0.05, BERNOULLI, gaussian:1.0, 59417, 1e-13"
  })
  void accounted_severalRounds_isWhatEverybodyCharges(
      long honest,
      long limit,
      double rate,
      CheckInLaw law,
      String guarantee,
      long clients,
      double mass) {
    LocalGuarantee promised = LocalGuarantee.parse(guarantee);
    assertThat(new PledgedRound(honest, limit, rate, law, promised).accounted())
        .isEqualTo(new CheckInRound(clients, rate, law, promised, mass));
  }

  @Test
  void proves_safeAndUnsafeCharges_areToldApart() {
    PledgedRound round = new PledgedRound(60_000, 30, 0.05, CheckInLaw.POISSON, gaussian(2));
    CheckInRound best = round.accounted();
    assertThat(best.boundsMoments()).isTrue();
    assertThat(round.proves(best)).isTrue();
    assertThat(round.proves(charge(best.clients() - 1, best.lossMass()))).isTrue();
    assertThat(round.proves(charge(best.clients(), 2 * best.lossMass()))).isTrue();
    assertThat(round.proves(charge(best.clients() + 1, best.lossMass()))).isFalse();
    assertThat(round.proves(charge(best.clients(), Math.nextDown(best.lossMass())))).isFalse();
    assertThat(round.proves(charge(best.clients() + 21, LossForms.PAIR_MASS)))
        .as("more clients where moments are not promised")
        .isTrue();
    assertThat(round.proves(charge(60_000, LossForms.PAIR_MASS))).isFalse();
    assertThat(round.proves(new CheckInRound(1, 0.04, CheckInLaw.POISSON, gaussian(2), 0.1)))
        .as("another rate")
        .isFalse();
  }

  /** Where only the threshold form is known, its mass is needed for a single client too. */
  @Test
  void proves_smallerMassThanTheThresholds_isFalse() {
    PledgedRound round = new PledgedRound(60_000, 0, 0.05, CheckInLaw.BERNOULLI, GAUSSIAN);
    CheckInRound best = round.accounted();
    assertThat(best.lossMass()).isEqualTo(LossForms.LARGE_MASS);
    assertThat(round.proves(best)).isTrue();
    for (long clients : new long[] {1, best.clients()}) {
      assertThat(
              round.proves(
                  new CheckInRound(
                      clients, 0.05, CheckInLaw.BERNOULLI, GAUSSIAN, LossForms.PAIR_MASS)))
          .isFalse();
    }
  }

  private static LocalGuarantee gaussian(double noise) {
    return new LocalGuarantee.Gaussian(noise);
  }

  private static CheckInRound charge(long clients, double mass) {
    return new CheckInRound(clients, 0.05, CheckInLaw.POISSON, gaussian(2), mass);
  }

  @Test
  void accounted_manyThreads_agree() {
    PledgedRound round = new PledgedRound(20_000, 2, 0.02, CheckInLaw.POISSON, GAUSSIAN);
    assertThat(
            IntStream.range(0, 16)
                .parallel()
                .mapToObj(
                    i ->
                        new PledgedRound(20_000, 2, 0.02, CheckInLaw.POISSON, GAUSSIAN).accounted())
                .distinct())
        .containsExactly(round.accounted());
  }

  @Test
  void constructor_badNumbers_areRefused() {
    assertThatThrownBy(() -> new PledgedRound(0, 0, 0.1, CheckInLaw.POISSON, PURE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("honest clients must be at least 1 but is 0");
    assertThatThrownBy(() -> new PledgedRound(10, -1, 0.1, CheckInLaw.POISSON, PURE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("loss limit must be at least 0 but is -1");
    assertThatThrownBy(() -> new PledgedRound(10, 0, 0, CheckInLaw.POISSON, PURE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("check-in rate must be in (0, 1] but is 0.0");
  }
}
