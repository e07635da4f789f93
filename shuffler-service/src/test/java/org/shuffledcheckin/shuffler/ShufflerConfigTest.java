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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
            Map.of("CHECKIN_SHUFFLER_ROUNDS_MAX_OPEN", "0"),
            Map.of("data", folder.toString(), "clients.port", "70000"));
    assertThatThrownBy(() -> source.read(ShufflerConfig.class))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("rounds: max-open must be in [1, 1000] but is 0")
        .hasMessageContaining("aggregator.bundle")
        .hasMessageContaining("clients: port must be in [0, 65535] but is 70000");
  }

  @Test
  void load_defaults_carryAHundredThousandDevices() {
    ShufflerConfig.Clients clients = ShufflerHarness.config(folder, Map.of()).clients();
    int devices = 100_000;
    assertThat(clients.limits().load().maxConnections()).isGreaterThan(devices);
    assertThat(clients.calls().maxSubscriptions()).isGreaterThanOrEqualTo(devices);
    assertThat(clients.maxEnrolled()).isGreaterThanOrEqualTo(devices);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "clients.limits.max-connections | 20000 | max-subscriptions must be at most"
            + " limits.max-connections, 20000, but is 100000",
        "clients.limits.max-calls-per-connection | 2 | subscriptions-per-connection + 1 must be at"
            + " most limits.max-calls-per-connection, 2, but is 3",
        "clients.limits.max-strangers | 100000 | window × limits.max-strangers must be at most"
            + " limits.max-inbound, 268435456, but is 6553600000",
        "clients.limits.max-inbound | 1MiB | max-message must be at most max-inbound, 1048576, but"
            + " is 4194304",
        "clients.limits.max-message | 65MiB | intake.queue must be at least"
            + " clients.limits.max-message, 68157440 bytes, but is 67108864"
      })
  void load_limitsThatContradictEachOther_areRefused(String key, String value, String message) {
    assertThatThrownBy(() -> ShufflerHarness.config(folder, Map.of(key, value)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(message);
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
