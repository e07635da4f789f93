package org.shuffledcheckin.cli.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.aggregator.AggregatorService;
import org.shuffledcheckin.aggregator.config.AggregatorConfig;
import org.shuffledcheckin.cli.Checkin;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.local.LocalShuffler;
import org.shuffledcheckin.cli.local.SystemFolder;

/** The command against services that it did not start, by their addresses alone. */
class RunningSystemTest {
  @TempDir private Path folder;

  @Test
  void loadtest_runningSystem_comparesByTheOperationsPort() throws IOException {
    SystemFolder files = new SystemFolder(folder.resolve("system"));
    try (LocalShuffler shuffler = LocalShuffler.start(files)) {
      shuffler.enrol(120);
      try (AggregatorService aggregator =
          AggregatorService.start(config(shuffler), SoundAccountant.create(), Optional.empty())) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code =
            Checkin.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(
                    "loadtest",
                    "--shuffler=127.0.0.1:" + shuffler.fleetValues().get("shuffler.port"),
                    "--trust=" + files.keys().resolve("ca.crt"),
                    "--token-file=" + files.tokens(),
                    "--aggregator=127.0.0.1:" + aggregator.operationsPort().orElseThrow(),
                    "--sole",
                    "--misbehaving=0.2",
                    "--dropout-rate=0",
                    "--rounds=1",
                    "--max-seconds=60",
                    "--out=" + folder.resolve("run"),
                    "--json");
        JsonNode found = new ObjectMapper().readTree(out.toString());
        assertThat(found.path("violations")).isEmpty();
        assertThat(code).isEqualTo(ExitCode.OK);
        assertThat(found.path("compared").asText()).isEqualTo("SOLE");
        assertThat(found.path("rounds").path("released").asInt()).isPositive();
        assertThat(found.path("reports").path("rejected").path("duplicate").asLong()).isPositive();
      }
    }
  }

  private static AggregatorConfig config(LocalShuffler shuffler) {
    Map<String, String> values = shuffler.aggregatorValues();
    values.put("operations.port", "0");
    values.put("budget.epsilon", "1000");
    values.put("budget.delta", "0.001");
    values.put("check-in.clients", "60");
    values.put("check-in.rate", "0.3");
    values.put("randomizer.kind", "gaussian");
    values.put("randomizer.clip", "0.5");
    values.put("randomizer.noise-multiplier", "1");
    values.put("model.name", "softmax");
    values.put("model.input", "1x28x28");
    values.put("model.classes", "10");
    values.put("rounds.count", "1000");
    values.put("rounds.open-for", "60s");
    values.put("rounds.close-when-all-answered", "true");
    return LocalShuffler.read(AggregatorConfig.class, values);
  }
}
