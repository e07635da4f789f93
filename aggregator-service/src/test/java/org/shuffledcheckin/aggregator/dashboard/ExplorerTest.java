package org.shuffledcheckin.aggregator.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.Kind;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.kit.round.Population;

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
    Explorer.Method bound = methods(Explorer.Part.PROVEN).get(0);
    assertThat(bound.epsilon()).isEqualTo(expected);
    assertThat(bound.kind()).isEqualTo(Kind.UPPER_BOUND);
    assertThat(bound.points()).last().isEqualTo(new Explorer.Point(100, expected));
  }

  @Test
  void proven_lossLimit_isChargedForAsRoundsAre() {
    query.put("lossLimit", "3");
    CheckInRound accounted =
        new Population(20_000, 10_000, 3, 0.01, CheckInLaw.POISSON)
            .charge(new LocalGuarantee.Gaussian(2));
    double expected = SoundAccountant.create().compose(accounted, 100).epsilon(1e-4).epsilon();
    Explorer.Answer answer = explorer.answer(Explorer.Part.PROVEN, query::get);
    assertThat(answer.methods().get(0).epsilon()).isEqualTo(expected);
    assertThat(answer.accountedClients()).isEqualTo(accounted.clients()).isLessThan(10_000);
    query.put("lossLimit", "0");
    assertThat(methods(Explorer.Part.PROVEN).get(0).epsilon()).isLessThan(expected);
    query.put("lossLimit", "-1");
    assertThatThrownBy(() -> methods(Explorer.Part.PROVEN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lossLimit must be a whole number in [0");
  }

  @ParameterizedTest
  @CsvSource({
    "ldp-sgd, poisson-binary-response-third-order",
    "laplace, poisson-laplace-pld",
    "k-ary, poisson-k-ary-response-pld"
  })
  void proven_namedRandomizer_isCheaperThanAnyPureOne(String randomizer, String method) {
    query.remove("noiseMultiplier");
    query.put("epsilon0", "2");
    Explorer.Method any = methods(Explorer.Part.PROVEN).get(0);
    assertThat(any.method()).isEqualTo("poisson-pure-pld");
    query.put("randomizer", randomizer);
    query.put("categories", "100");
    Explorer.Method known = methods(Explorer.Part.PROVEN).get(0);
    assertThat(known.method()).isEqualTo(method);
    assertThat(known.epsilon()).isLessThan(0.9 * any.epsilon());
    assertThat(methods(Explorer.Part.LOWER).get(0).epsilon()).isLessThan(known.epsilon());
    assertThat(methods(Explorer.Part.PAPER)).hasSize(3);
  }

  @Test
  void proven_unknownRandomizerOrNoCategories_isRefusedByName() {
    query.put("epsilon0", "2");
    query.put("randomizer", "k-ary");
    assertThatThrownBy(() -> methods(Explorer.Part.PROVEN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("categories must be a number");
    query.put("randomizer", "dice");
    assertThatThrownBy(() -> methods(Explorer.Part.PROVEN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("randomiser kind must be one of");
  }

  @Test
  void lower_anySetting_isBelowTheUpperBound() {
    double lower = methods(Explorer.Part.LOWER).get(0).epsilon();
    double upper = methods(Explorer.Part.PROVEN).get(0).epsilon();
    assertThat(lower).isPositive().isLessThanOrEqualTo(upper);
  }

  @Test
  void paper_infiniteValues_areNullAndNeverNumbers() {
    query.put("noiseMultiplier", "1");
    query.put("checkInRate", "0.15");
    List<Explorer.Method> methods = methods(Explorer.Part.PAPER);
    assertThat(methods).hasSize(3).allMatch(method -> method.kind() == Kind.PAPER);
    assertThat(methods.get(1).epsilon()).isNull();
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

  private List<Explorer.Method> methods(Explorer.Part part) {
    return explorer.answer(part, query::get).methods();
  }
}
