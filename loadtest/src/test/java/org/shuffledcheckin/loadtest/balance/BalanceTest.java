package org.shuffledcheckin.loadtest.balance;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.kit.round.RoundId;

class BalanceTest {
  private static final RoundId ROUND = new RoundId(RoundId.Run.random(new SecureRandom()), 3);
  private static final Map<String, CountRange> SENT =
      Map.of("counted", new CountRange(100, 100), "duplicate", new CountRange(2, 2));

  @Test
  void violations_equalCounts_none() {
    assertThat(sole(SENT, new RoundCounts("RELEASED", 100, Map.of("duplicate", 2L)))).isEmpty();
  }

  @Test
  void violations_oneReportLost_saysHowMany() {
    assertThat(sole(SENT, new RoundCounts("RELEASED", 99, Map.of("duplicate", 2L))))
        .containsExactly(
            "round 3: 99 reports were counted, 1 fewer than were acknowledged",
            "round 3: 102 reports were acknowledged and 101 were counted or rejected");
  }

  @Test
  void violations_oneReportCountedTwice_saysHowMany() {
    assertThat(sole(SENT, new RoundCounts("RELEASED", 101, Map.of("duplicate", 2L))))
        .contains("round 3: 101 reports were counted, 1 more than anybody sent");
  }

  @Test
  void violations_duplicateCounted_isFoundThoughTheTotalIsRight() {
    assertThat(sole(SENT, new RoundCounts("RELEASED", 101, Map.of("duplicate", 1L))))
        .contains(
            "round 3: 101 reports were counted, 1 more than anybody sent",
            "round 3: 1 reports were rejected as duplicate, 1 fewer than were acknowledged");
  }

  @Test
  void violations_rejectedForAReasonNobodyGave_isFound() {
    assertThat(
            sole(SENT, new RoundCounts("RELEASED", 99, Map.of("duplicate", 2L, "over_norm", 1L))))
        .contains("round 3: 1 reports were rejected as over_norm, 1 more than anybody sent");
  }

  @Test
  void violations_unknownReports_mayGoEitherWay() {
    Map<String, CountRange> sent = Map.of("counted", new CountRange(100, 104));
    assertThat(sole(sent, new RoundCounts("RELEASED", 100, Map.of()))).isEmpty();
    assertThat(sole(sent, new RoundCounts("RELEASED", 104, Map.of()))).isEmpty();
    assertThat(sole(sent, new RoundCounts("RELEASED", 105, Map.of()))).isNotEmpty();
    assertThat(sole(sent, new RoundCounts("RELEASED", 99, Map.of()))).isNotEmpty();
  }

  @Test
  void violations_undecidedRound_isFound() {
    assertThat(new Balance(Map.of(ROUND, SENT), Map.of()).violations(true))
        .containsExactly(
            "round 3 took 102 reports and was neither committed nor declared discarded");
  }

  @Test
  void violations_discardedRound_mustHaveCountedNothing() {
    assertThat(sole(SENT, new RoundCounts("TOO_FEW_ANSWERS", 0, Map.of()))).isEmpty();
    assertThat(sole(SENT, new RoundCounts("TOO_FEW_ANSWERS", 1, Map.of()))).hasSize(1);
  }

  @Test
  void violations_othersToo_onlyLossesAreFound() {
    assertThat(
            balance(SENT, new RoundCounts("RELEASED", 500, Map.of("duplicate", 2L)))
                .violations(false))
        .isEmpty();
    assertThat(
            balance(SENT, new RoundCounts("RELEASED", 99, Map.of("duplicate", 2L)))
                .violations(false))
        .isNotEmpty();
  }

  private static List<String> sole(Map<String, CountRange> sent, RoundCounts counted) {
    return balance(sent, counted).violations(true);
  }

  private static Balance balance(Map<String, CountRange> sent, RoundCounts counted) {
    return new Balance(Map.of(ROUND, sent), Map.of(ROUND, counted));
  }
}
