package org.shuffledcheckin.integration.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The system with embedded stores, driven by the load test that comes with it. */
@Tag("containers")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class LoadIT {
  private static final int ROUNDS = 3;

  /** Of whom enough answer for the population that the budget counts on. */
  private static final int CLIENTS = 6600;

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @Test
  void loadtest_ofARunningSystem_findsEveryReportCountedOnce() throws Exception {
    try (ComposeSystem system =
        new ComposeSystem(
            "checkin-load",
            Map.of(
                "COMPOSE_PROFILES", "minimal,loadtest",
                "LOADTEST_CLIENTS", Integer.toString(CLIENTS),
                "TEST_ROUNDS", Integer.toString(ROUNDS),
                "DASHBOARD_PORT", Integer.toString(FaultsIT.freePort())),
            List.of(FaultsIT.resource("load.yml")),
            "loadtest")) {
      Await.until(
          "the load test to end",
          PATIENCE,
          () -> "exited".equals(system.inspect("loadtest").getState().getStatus()),
          () -> system.log("loadtest", 10) + system.log("aggregator-embedded", 5));
      String said = system.log("loadtest", 1000);
      assertThat(system.inspect("loadtest").getState().getExitCodeLong()).as(said).isZero();
      assertThat(said).contains("revoked %1$d of %1$d clients".formatted(CLIENTS));
      JsonNode result = result(said);
      assertThat(result.path("passed").asBoolean()).isTrue();
      assertThat(result.path("compared").asText()).isEqualTo("SOLE");
      assertThat(result.at("/rounds/released").asInt()).isEqualTo(ROUNDS);
      assertThat(result.at("/reports/acknowledged").asLong()).isPositive();
    }
  }

  /** The object on standard output, which stands before everything on standard error. */
  private static JsonNode result(String said) throws IOException {
    return new ObjectMapper().readTree(said.substring(said.indexOf('{')));
  }
}
