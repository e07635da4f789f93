package org.shuffledcheckin.aggregator.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.aggregator.rpc.WireModel;
import org.shuffledcheckin.kit.config.ConfigException;
import org.shuffledcheckin.kit.config.ConfigKey;
import org.shuffledcheckin.kit.config.ConfigSource;
import org.shuffledcheckin.kit.sealing.ModelKey;
import org.shuffledcheckin.kit.sealing.ModelKeys;

class SampleConfigTest {
  @TempDir Path folder;

  private static final Path SAMPLES = Path.of("..", "deploy", "config");

  /** Secrets lie in files of the deployment; here the environment gives them. */
  private static final Map<String, String> SECRETS =
      Map.of(
          "CHECKIN_AGGREGATOR_OPERATORS_TOKEN", "token",
          "CHECKIN_AGGREGATOR_DATABASE_PASSWORD", "password");

  private static AggregatorConfig read(String name, Map<String, String> flags) {
    return new ConfigSource(
            Optional.of(SAMPLES.resolve(name)),
            AggregatorConfig.ENVIRONMENT,
            name.contains("advanced")
                ? SECRETS
                : Map.of("CHECKIN_AGGREGATOR_OPERATORS_TOKEN", "token"),
            flags)
        .read(AggregatorConfig.class);
  }

  /** The file of model keys is one of the deployment too. */
  private Map<String, String> modelKeys() throws IOException {
    Path file = folder.resolve("model-keys.json");
    new ModelKeys(List.of(ModelKey.generate(new SecureRandom()))).write(file);
    return Map.of("model-keys", file.toString());
  }

  @Test
  void read_distributed_allowsItsRoundsWithinItsBudget() throws IOException {
    AggregatorConfig config = read("aggregator-distributed.yaml", modelKeys());
    ResolvedRun run = ResolvedRun.of(config, new WireModel());
    CheckInRound charge = run.plan().charge(run.task().randomizer());
    assertThat(((LocalGuarantee.GaussianSum) charge.guarantee()).membersKnown()).isFalse();
    assertThat(run.settings().charge()).isEqualTo(charge);
    double epsilon =
        SoundAccountant.create()
            .compose(charge, config.rounds().count())
            .epsilon(config.budget().delta())
            .epsilon();
    assertThat(epsilon).isLessThan(config.budget().epsilon()).isGreaterThan(0.9);
  }

  @Test
  void read_formThatDoesNotFitTheRandomizer_isRefused() {
    assertThatThrownBy(() -> read("aggregator-basic.yaml", Map.of("form", "distributed")))
        .hasMessageContaining("gaussian-sum");
  }

  @ParameterizedTest
  @ValueSource(strings = {"aggregator-basic.yaml", "aggregator-advanced.yaml"})
  void read_sample_describesARun(String name) throws IOException {
    ResolvedRun design = ResolvedRun.of(read(name, modelKeys()), new WireModel());
    assertThat(design.plan().population().clients()).isEqualTo(60_000);
    assertThat(design.task().randomizer().dimension())
        .isEqualTo(design.model().orElseThrow().parameterCount());
  }

  @Test
  void read_advanced_accountsForTheHonestOnly() throws IOException {
    ResolvedRun design =
        ResolvedRun.of(read("aggregator-advanced.yaml", modelKeys()), new WireModel());
    assertThat(design.plan().population().honest()).isEqualTo(57_000);
    assertThat(design.plan().population().lossLimit()).isEqualTo(3);
    assertThat(design.plan().charge(design.task().randomizer()).clients()).isLessThan(57_000);
  }

  @Test
  void advanced_namesEveryKeyButOtherKindsOfRandomizers() throws IOException {
    String text = Files.readString(SAMPLES.resolve("aggregator-advanced.yaml"));
    for (ConfigKey key : ConfigSource.keys(AggregatorConfig.class)) {
      String last = key.key().substring(key.key().lastIndexOf('.') + 1);
      assertThat(text).as(key.key()).contains(last + (isOtherKind(last) ? "" : ":"));
    }
  }

  private static boolean isOtherKind(String key) {
    return List.of("epsilon0", "lower", "upper", "categories", "noise-steps").contains(key);
  }

  @ParameterizedTest
  @CsvSource({
    "budget.epsilon, 0",
    "budget.delta, 1",
    "check-in.clients, 0",
    "check-in.rate, 1.5",
    "check-in.dishonest-fraction, 1",
    "check-in.law, sometimes",
    "check-in.loss-limit, -1",
    "rounds.close-when-all-answered, true",
    "randomizer.kind, none",
    "randomizer.epsilon0, 1",
    "model.name, unknown",
    "model.input, 28",
    "optimizer.learning-rate, -1",
    "optimizer.momentum, 1",
    "rounds.count, 0",
    "rounds.open-for, 0s",
    "rounds.minimum-batch, 0",
    "evaluation.every, 0",
    "store.models-kept, 0",
    "threads, -1",
    "shuffler.port, 0",
    "no.such-key, 1"
  })
  void read_valueOutOfRangeOrUnknown_isRefusedByName(String key, String value) {
    assertThatThrownBy(() -> read("aggregator-basic.yaml", Map.of(key, value)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(
            key.substring(0, key.indexOf('.') < 0 ? key.length() : key.indexOf('.')));
  }

  @Test
  void of_modelWithoutGradients_isRefused() {
    AggregatorConfig config =
        new ConfigSource(
                Optional.empty(),
                AggregatorConfig.ENVIRONMENT,
                Map.of(),
                Map.ofEntries(
                    Map.entry("data", "d"),
                    Map.entry("shuffler.host", "h"),
                    Map.entry("budget.epsilon", "1"),
                    Map.entry("budget.delta", "0.1"),
                    Map.entry("check-in.clients", "10"),
                    Map.entry("check-in.rate", "0.1"),
                    Map.entry("randomizer.kind", "k-ary"),
                    Map.entry("randomizer.categories", "3"),
                    Map.entry("randomizer.epsilon0", "1"),
                    Map.entry("model.name", "softmax"),
                    Map.entry("model.input", "1x1x3"),
                    Map.entry("model.classes", "2"),
                    Map.entry("rounds.count", "1")))
            .read(AggregatorConfig.class);
    assertThatThrownBy(() -> ResolvedRun.of(config, new WireModel()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("leave model out");
  }
}
