package org.shuffledcheckin.aggregator.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.sound.SoundAccountant;

class ExplorerTest {
  private final Explorer explorer = new Explorer();
  private final Map<String, String> query =
      new HashMap<>(
          Map.of(
              "clients", "10000",
              "checkInRate", "0.01",
              "rounds", "100",
              "delta", "1e-4",
              "noiseMultiplier", "2",
              "law", "poisson"));

  @Test
  void proven_anySetting_isTheAccountantsOwnValue() {
    CheckInRound round =
        new CheckInRound(10_000, 0.01, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(2));
    double expected = SoundAccountant.create().compose(round, 100).epsilon(1e-4).epsilon();
    Map<String, Object> bound = methods(Explorer.Part.PROVEN).get(0);
    assertThat(bound).containsEntry("epsilon", expected).containsEntry("kind", "UPPER_BOUND");
    List<?> points = (List<?>) bound.get("points");
    assertThat((Object[]) points.get(points.size() - 1)).containsExactly(100L, expected);
  }

  @Test
  void lower_anySetting_isBelowTheUpperBound() {
    double lower = (double) methods(Explorer.Part.LOWER).get(0).get("epsilon");
    double upper = (double) methods(Explorer.Part.PROVEN).get(0).get("epsilon");
    assertThat(lower).isPositive().isLessThanOrEqualTo(upper);
  }

  @Test
  void paper_infiniteValues_areNullAndNeverNumbers() {
    query.put("noiseMultiplier", "1");
    query.put("checkInRate", "0.15");
    List<Map<String, Object>> methods = methods(Explorer.Part.PAPER);
    assertThat(methods).hasSize(3).allSatisfy(m -> assertThat(m).containsEntry("kind", "PAPER"));
    assertThat(methods.get(1)).containsEntry("epsilon", null);
  }

  @Test
  void answer_askedAgain_isTheSameObject() {
    assertThat(explorer.answer(Explorer.Part.PROVEN, query::get))
        .isSameAs(explorer.answer(Explorer.Part.PROVEN, query::get));
  }

  @Test
  void answer_badValue_isRefusedByName() {
    query.put("clients", "1.5");
    assertThatThrownBy(() -> explorer.answer(Explorer.Part.PROVEN, query::get))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("clients must be a whole number");
    query.put("clients", "100");
    query.remove("delta");
    assertThatThrownBy(() -> explorer.answer(Explorer.Part.PROVEN, query::get))
        .hasMessageContaining("delta must be a number");
  }

  @SuppressWarnings("unchecked") // The shape of every answer.
  private List<Map<String, Object>> methods(Explorer.Part part) {
    return (List<Map<String, Object>>) explorer.answer(part, query::get).get("methods");
  }
}
