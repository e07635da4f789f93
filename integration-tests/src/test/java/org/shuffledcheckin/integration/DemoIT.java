package org.shuffledcheckin.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shuffler, aggregator and fleet in one real process, on drawn digits, killed and resumed. */
class DemoIT {
  private static final List<String> SMALL =
      List.of(
          "demo",
          "--dataset",
          "digits",
          "--clients",
          "2000",
          "--check-in-rate",
          "0.1",
          "--rounds",
          "12",
          "--noise-multiplier",
          "1.5",
          "--epsilon",
          "3",
          "--out",
          "run",
          "--json");

  @TempDir private Path folder;

  @Test
  void demo_fromStartToEnd_leavesWhatItPromises() throws Exception {
    try (CheckinProcess demo = start(SMALL)) {
      assertThat(demo.await()).isZero();
      JsonNode result = demo.json();
      assertThat(result.get("rounds").asInt()).isEqualTo(12);
      assertThat(result.get("kind").asText()).isEqualTo("UPPER_BOUND");
      assertThat(result.get("epsilon").asDouble()).isBetween(0.0, 3.0);
      assertThat(result.get("checkIns").asInt()).isBetween(2000, 2800);
    }
    assertThat(folder.resolve("run"))
        .isDirectoryContaining("glob:**report.html")
        .isDirectoryContaining("glob:**model.zip")
        .isDirectoryContaining("glob:**ledger.jsonl")
        .isDirectoryContaining("glob:**rounds.csv")
        .isDirectoryContaining("glob:**accuracy-and-epsilon.png");
    assertThat(verify()).isZero();
  }

  @Test
  void demo_killedAndResumed_countsEveryRoundOnceAndNeverPaysLess() throws Exception {
    try (CheckinProcess demo = start(SMALL)) {
      demo.awaitLine(line -> line.startsWith("round 4/12"));
      demo.killHard();
    }
    assertThat(verify()).isZero();
    try (CheckinProcess resumed = start(List.of("demo", "--resume", "run", "--json"))) {
      assertThat(resumed.await()).isZero();
      JsonNode result = resumed.json();
      assertThat(result.get("rounds").asInt() + result.get("discarded").asInt()).isEqualTo(12);
    }
    assertThat(verify()).isZero();
  }

  @Test
  void demo_terminated_stopsCleanlyAndGoesOn() throws Exception {
    try (CheckinProcess demo = start(SMALL)) {
      demo.awaitLine(line -> line.startsWith("round 3/12"));
      assertThat(demo.terminate()).isNotZero();
    }
    try (CheckinProcess resumed = start(List.of("demo", "--resume", "run", "--json"))) {
      assertThat(resumed.await()).isZero();
      assertThat(resumed.json().get("discarded").asInt()).isZero();
      assertThat(resumed.json().get("rounds").asInt()).isEqualTo(12);
    }
  }

  @Test
  void ledgerVerify_databaseOfAnEarlierMoment_isRefused() throws Exception {
    Path database = folder.resolve("run/state/aggregator/aggregator.db");
    Path backup = folder.resolve("backup.db");
    try (CheckinProcess demo = start(SMALL)) {
      demo.awaitLine(line -> line.startsWith("round 3/12"));
      assertThat(demo.terminate()).isNotZero();
    }
    Files.copy(database, backup);
    try (CheckinProcess resumed = start(List.of("demo", "--resume", "run", "--json"))) {
      assertThat(resumed.await()).isZero();
    }
    Files.copy(backup, database, StandardCopyOption.REPLACE_EXISTING);
    assertThat(verify()).isEqualTo(1);
    try (CheckinProcess again = start(List.of("demo", "--resume", "run", "--json"))) {
      assertThat(again.await()).isNotZero();
    }
  }

  private CheckinProcess start(List<String> arguments) throws Exception {
    return CheckinProcess.start(folder, arguments.toArray(String[]::new));
  }

  private int verify() throws Exception {
    try (CheckinProcess verify = start(List.of("ledger", "verify", "run"))) {
      return verify.await();
    }
  }
}
