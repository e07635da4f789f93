package org.shuffledcheckin.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.aggregator.AggregatorService;
import org.shuffledcheckin.aggregator.config.AggregatorConfig;
import org.shuffledcheckin.loadtest.local.LocalShuffler;
import org.shuffledcheckin.loadtest.local.SystemFolder;
import org.shuffledcheckin.report.randomizer.ReportForm;

/** A load test against services that it did not start, by their addresses alone. */
class RunningSystemTest {
  private static final LoadPlan PLAN =
      new LoadPlan(
          new LoadPlan.Clients(120, 0.2, 0),
          new LoadPlan.Reports(ReportForm.SHUFFLED, 0.05, 1, "features"),
          new LoadPlan.Rounds(1, Duration.ofSeconds(10), Duration.ofSeconds(60)),
          1);

  @TempDir private Path folder;

  @Test
  void run_runningSystem_comparesByTheOperationsPort() throws Exception {
    SystemFolder files = new SystemFolder(folder.resolve("system"));
    try (LocalShuffler shuffler = LocalShuffler.start(files)) {
      shuffler.enrol(120);
      try (AggregatorService aggregator =
          AggregatorService.start(config(shuffler), SoundAccountant.create(), Optional.empty())) {
        LoadResult found =
            LoadRun.run(
                PLAN,
                Optional.of(target(files, shuffler, aggregator)),
                folder.resolve("run"),
                new Nobody());
        assertThat(found.violations()).isEmpty();
        assertThat(found.subject().reach()).isEqualTo(SystemUnderLoad.Reach.SOLE);
        assertThat(found.balance().released()).isPositive();
        assertThat(found.balance().rejected().get("duplicate")).isPositive();
      }
    }
  }

  private static Target target(
      SystemFolder files, LocalShuffler shuffler, AggregatorService aggregator) throws IOException {
    int port = Integer.parseInt(shuffler.fleetValues().get("shuffler.port"));
    return Target.of(
        new Address("127.0.0.1", port),
        new Target.Trust(
            files.keys().resolve("ca.crt"), files.keys().resolve("bundle.json"), Optional.empty()),
        files.tokens(),
        Optional.of(new Address("127.0.0.1", aggregator.operationsPort().orElseThrow())),
        true);
  }

  private static AggregatorConfig config(LocalShuffler shuffler) {
    Map<String, String> values = shuffler.aggregatorValues();
    values.put("operations.port", "0");
    values.put("budget.epsilon", "1000");
    values.put("budget.delta", "0.001");
    values.put("check-in.clients", "60");
    values.put("check-in.rate", "0.7");
    values.put("randomizer.kind", "gaussian");
    values.put("randomizer.clip", "0.5");
    values.put("randomizer.noise-multiplier", "1");
    values.put("model.name", "softmax");
    values.put("model.input", "1x28x28");
    values.put("model.classes", "10");
    values.put("rounds.count", "1000");
    values.put("rounds.open-for", "60s");
    return LocalShuffler.read(AggregatorConfig.class, values);
  }

  /** Listens to nothing. */
  private static final class Nobody implements LoadListener {
    @Override
    public void step(String what) {}

    @Override
    public void began(long rounds, LongSupplier pledges) {}

    @Override
    public void roundEnded(long number) {}
  }
}
