package org.shuffledcheckin.aggregator.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.aggregator.TestRounds;
import org.shuffledcheckin.aggregator.rpc.WireModel;
import org.shuffledcheckin.kit.config.ConfigSource;

class FrozenSettingsTest {
  private static final String OLD =
      """
      {"budget.delta":"1.0E-5","budget.epsilon":"10.0","check-in.clients":"100",\
      "check-in.dishonest-fraction":"0.0","check-in.law":"POISSON","check-in.rate":"0.125",\
      "model":"{\\"format\\":\\"shuffled-checkin-model/1\\",\\"input\\":[1,1,3],\
      \\"layers\\":[{\\"type\\":\\"softmax\\",\\"classes\\":2}]}","model.seed":"1",\
      "optimizer":"OptimizerConfig[kind=ADAM, learningRate=0.05, schedule=LINEAR_DECAY,\
       momentum=0.9, beta1=0.9, beta2=0.999, stabilizer=1.0E-8, averaging=EXPECTED_COUNT,\
       inUnitsOfClip=true]","randomizer":"gaussian;dimension=8;clip=0x1.0p-1;\
      noiseMultiplier=0x1.0p0;gridSteps=3640","rounds.count":"5","rounds.minimum-batch":"1",\
      "rounds.minimum-batch-spread":"0"}""";

  private final Map<String, String> flags =
      new HashMap<>(
          Map.ofEntries(
              Map.entry("data", "unused"),
              Map.entry("shuffler.host", "unused"),
              Map.entry("budget.epsilon", "10"),
              Map.entry("budget.delta", "0.00001"),
              Map.entry("check-in.clients", "100"),
              Map.entry("check-in.rate", "0.125"),
              Map.entry("randomizer.kind", "gaussian"),
              Map.entry("randomizer.clip", "0.5"),
              Map.entry("randomizer.noise-multiplier", "1"),
              Map.entry("model.name", "softmax"),
              Map.entry("model.input", "3"),
              Map.entry("model.classes", "2"),
              Map.entry("optimizer.kind", "adam"),
              Map.entry("optimizer.learning-rate", "0.05"),
              Map.entry("optimizer.schedule", "linear-decay"),
              Map.entry("rounds.count", "5")));

  private FrozenSettings settings() {
    AggregatorConfig config =
        new ConfigSource(Optional.empty(), AggregatorConfig.ENVIRONMENT, Map.of(), flags)
            .read(AggregatorConfig.class);
    return ResolvedRun.of(config, new WireModel()).settings();
  }

  @Test
  void text_ofARun_isPinned() {
    assertThat(settings().text())
        .isEqualTo(
            """
            {"budget.delta":"0x1.4f8b588e368f1p-17","budget.epsilon":"0x1.4p3",\
            "check-in.clients":"100","check-in.dishonest-fraction":"0x0.0p0",\
            "check-in.law":"poisson","check-in.loss-limit":"0","check-in.rate":"0x1.0p-3",\
            "format":"2",\
            "model":"{\\"format\\":\\"shuffled-checkin-model/1\\",\\"input\\":[1,1,3],\
            \\"layers\\":[{\\"type\\":\\"softmax\\",\\"classes\\":2}]}","model.seed":"1",\
            "optimizer.averaging":"expected-count","optimizer.beta1":"0x1.ccccccccccccdp-1",\
            "optimizer.beta2":"0x1.ff7ced916872bp-1","optimizer.epsilon":"0x1.5798ee2308c3ap-27",\
            "optimizer.in-units-of-clip":"true",\
            "optimizer.kind":"adam","optimizer.learning-rate":"0x1.999999999999ap-5",\
            "optimizer.momentum":"0x1.ccccccccccccdp-1","optimizer.schedule":"linear-decay",\
            "randomizer.clip":"0x1.0p-1",\
            "randomizer.dimension":"8","randomizer.grid-steps":"3640",\
            "randomizer.kind":"gaussian","randomizer.noise-multiplier":"0x1.0p0",\
            "rounds.count":"5","rounds.minimum-batch":"1","rounds.minimum-batch-spread":"0"}""");
  }

  @Test
  void parse_text_givesTheSameSettings() {
    FrozenSettings settings = settings();
    assertThat(FrozenSettings.parse(settings.text()).text()).isEqualTo(settings.text());
    assertThat(FrozenSettings.parse(settings.text()).differences(settings)).isEmpty();
  }

  @Test
  void parse_textOfAnOlderVersion_isUpgraded() {
    String lacking = settings().text().replace("\"check-in.loss-limit\":\"0\",", "");
    assertThat(FrozenSettings.parse(OLD).text()).isEqualTo(lacking);
    assertThat(FrozenSettings.parse(OLD).differences(settings())).isEmpty();
  }

  @Test
  void differences_otherSettings_areNamedInDecimal() {
    FrozenSettings before = settings();
    flags.put("check-in.rate", "0.25");
    flags.put("rounds.minimum-batch", "7");
    assertThat(before.differences(settings()))
        .containsExactly(
            "check-in.rate was 0.125 and is now 0.25", "rounds.minimum-batch was 1 and is now 7");
  }

  @Test
  void differences_lossLimit_cannotChangeWithinARun() {
    FrozenSettings before = settings();
    flags.put("check-in.loss-limit", "2");
    assertThat(before.differences(settings()))
        .containsExactly("check-in.loss-limit was 0 and is now 2");
    assertThat(FrozenSettings.parse(OLD).differences(settings()))
        .containsExactly("check-in.loss-limit was 0 and is now 2");
  }

  @Test
  void differences_settingThatTheOldTextLacks_hasItsDefault() {
    String old = settings().text().replace("\"check-in.law\":\"poisson\",", "");
    assertThat(old).doesNotContain("check-in.law");
    assertThat(FrozenSettings.parse(old).differences(settings())).isEmpty();
    assertThat(FrozenSettings.parse(old).plan("it", TestRounds.ROUND))
        .isEqualTo(settings().plan("it", TestRounds.ROUND));
    flags.put("check-in.law", "bernoulli");
    assertThat(FrozenSettings.parse(old).differences(settings()))
        .containsExactly("check-in.law was poisson and is now bernoulli");
  }

  @Test
  void differences_settingOfALaterVersion_stopsOnlyRunsThatUseIt() {
    Map<String, String> defaults = Map.of("rounds.lost-reports", "0", "check-in.loss-limit", "0");
    assertThat(FrozenSettings.parse(OLD).differences(later("0"), defaults)).isEmpty();
    assertThat(FrozenSettings.parse(OLD).differences(later("3"), defaults))
        .containsExactly("rounds.lost-reports was 0 and is now 3");
  }

  /** Settings with one more field, as a later version may have. */
  private FrozenSettings later(String lostReports) {
    String more = "{\"rounds.lost-reports\":\"%s\",".formatted(lostReports);
    return FrozenSettings.parse(more + settings().text().substring(1));
  }

  @Test
  void parse_anotherText_isRefused() {
    for (String text : new String[] {"", "{", "[]", "{\"optimizer\":\"none\"}"}) {
      assertThatThrownBy(() -> FrozenSettings.parse(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the stored settings of the run are not readable");
    }
  }
}
