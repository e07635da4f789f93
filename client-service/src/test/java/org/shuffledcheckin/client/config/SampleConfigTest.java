package org.shuffledcheckin.client.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.kit.config.ConfigException;
import org.shuffledcheckin.kit.config.ConfigSource;

class SampleConfigTest {
  private static final Path SAMPLES = Path.of("..", "deploy", "config");

  private static <T extends Record> T read(String name, Class<T> type, Map<String, String> flags) {
    return new ConfigSource(
            Optional.of(SAMPLES.resolve(name + ".yaml")), "CHECKIN_CLIENT", Map.of(), flags)
        .read(type);
  }

  @ParameterizedTest
  @ValueSource(strings = {"client-basic", "client-advanced"})
  void client_sample_isRead(String name) {
    ClientConfig config = read(name, ClientConfig.class, Map.of());
    assertThat(config.shuffler().port()).isEqualTo(7443);
    assertThat(config.policy().lifetime().lifetimeEpsilon()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fleet-basic", "fleet-advanced"})
  void fleet_sample_isRead(String name) {
    FleetConfig config = read(name, FleetConfig.class, Map.of("policy.laws", "POISSON"));
    assertThat(config.policy().draw().laws()).containsExactly(CheckInLaw.POISSON);
    assertThat(config.threadCount()).isPositive();
  }

  @Test
  void client_badValues_areNamedAllAtOnce() {
    assertThatThrownBy(
            () ->
                read(
                    "client-basic",
                    ClientConfig.class,
                    Map.of(
                        "sit-out.probability", "1.5",
                        "records.measurement", "everything",
                        "policy.lifetime-delta", "0")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("sit-out")
        .hasMessageContaining("measurement")
        .hasMessageContaining("lifetime delta");
  }
}
