package org.shuffledcheckin.shuffler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.config.ConfigException;
import org.shuffledcheckin.kit.config.ConfigKey;
import org.shuffledcheckin.kit.config.ConfigSource;
import org.shuffledcheckin.shuffler.config.ShufflerConfig;
import org.shuffledcheckin.shuffler.core.ShufflerHarness;

class ShufflerConfigTest {
  private static final Path SAMPLES = Path.of("..", "deploy", "config");

  @TempDir Path folder;

  private static ShufflerConfig load(String name) {
    return new ConfigSource(
            Optional.of(SAMPLES.resolve(name)), ShufflerConfig.ENVIRONMENT, Map.of(), Map.of())
        .read(ShufflerConfig.class);
  }

  @Test
  void load_basicSample_hasTheDefaults() {
    ShufflerConfig config = load("shuffler-basic.yaml");
    ShufflerConfig defaults = ShufflerHarness.config(config.data(), Map.of());
    assertThat(config.tls()).isPresent();
    assertThat(config.clients().port()).isEqualTo(7443);
    assertThat(config.rounds()).isEqualTo(defaults.rounds());
    assertThat(config.intake()).isEqualTo(defaults.intake());
  }

  @Test
  void load_advancedSample_saysWhatTheDefaultsAre() {
    ShufflerConfig basic = load("shuffler-basic.yaml");
    ShufflerConfig advanced = load("shuffler-advanced.yaml");
    assertThat(advanced.clients()).isEqualTo(basic.clients());
    assertThat(advanced.rounds()).isEqualTo(basic.rounds());
    assertThat(advanced.intake()).isEqualTo(basic.intake());
    assertThat(advanced.operations()).isEqualTo(basic.operations());
    assertThat(advanced.tls()).isEqualTo(basic.tls());
  }

  @Test
  void load_advancedSample_namesEveryKeyOnce() throws IOException {
    String text = Files.readString(SAMPLES.resolve("shuffler-advanced.yaml"));
    List<String> missing =
        ConfigSource.keys(ShufflerConfig.class).stream()
            .map(ConfigKey::key)
            // A secret is not written down, and limits are the same on every port.
            .filter(key -> !key.equals("operators.token"))
            .filter(key -> !key.contains(".limits."))
            .map(key -> key.substring(key.lastIndexOf('.') + 1))
            .filter(name -> !text.contains(name + ":"))
            .toList();
    assertThat(missing).isEmpty();
  }

  @Test
  void load_environment_overridesAndMistakesAreNamed() {
    ConfigSource source =
        new ConfigSource(
            Optional.empty(),
            ShufflerConfig.ENVIRONMENT,
            Map.of("CHECKIN_SHUFFLER_ROUNDS_POPULATION", "configured"),
            Map.of("data", folder.toString(), "clients.port", "70000"));
    assertThatThrownBy(() -> source.read(ShufflerConfig.class))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("rounds: configured-clients must be at least 1")
        .hasMessageContaining("clients: port must be in [0, 65535] but is 70000");
  }

  @Test
  void start_withoutCertificate_isRefused() {
    ShufflerConfig config = ShufflerHarness.config(folder, Map.of());
    assertThatThrownBy(() -> ShufflerService.start(config))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tls.certificate");
  }

  @Test
  void toString_withToken_doesNotShowIt() {
    assertThat(ServiceHarness.config(folder, Map.of()).toString())
        .contains("[secret]")
        .doesNotContain(ServiceHarness.TOKEN.reveal());
  }
}
