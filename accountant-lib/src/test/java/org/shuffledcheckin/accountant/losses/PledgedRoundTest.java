package org.shuffledcheckin.accountant.losses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
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
        .hasMessageContaining("honest clients must be at least 599")
        .hasMessageContaining("loss limit of 0")
        .hasMessageContaining("but are 100");
    assertThat(new PledgedRound(599, 0, 0.05, CheckInLaw.POISSON, PURE).accounted().clients())
        .isEqualTo(1);
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
