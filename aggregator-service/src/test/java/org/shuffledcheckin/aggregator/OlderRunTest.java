package org.shuffledcheckin.aggregator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.aggregator.ledger.LedgerVerifier;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.aggregator.run.RunView;
import org.shuffledcheckin.aggregator.store.RoundOutcome;
import org.shuffledcheckin.aggregator.store.RunCommand;
import org.shuffledcheckin.aggregator.store.RunTotals;

/** Runs that were begun by the version before settings had names; their README says how. */
class OlderRunTest extends ServiceFixture {
  private static final Map<String, String> TRAINING =
      Map.of("rounds.count", "5", "optimizer.kind", "adam", "optimizer.learning-rate", "0.05");
  private static final Map<String, String> COUNTING =
      Map.of(
          "rounds.count", "5",
          "randomizer.kind", "k-ary",
          "randomizer.categories", "3",
          "randomizer.epsilon0", "1");

  @Test
  void start_pausedTrainingRun_goesOnToItsEnd() throws Exception {
    copy("training");
    flags.putAll(TRAINING);
    try (AggregatorService service = start()) {
      assertThat(service.status().totals().charged()).isEqualTo(2);
      assertThat(service.coordinator().control(RunCommand.TRAIN)).isTrue();
      assertThat(service.await().state()).isEqualTo(RunState.FINISHED);
      assertThat(service.status().totals()).isEqualTo(new RunTotals(5, 5, 0, 20, Map.of()));
    }
    assertLedgerHolds(5);
  }

  @Test
  void start_countingRunInTheMiddleOfARound_discardsThatAndGoesOn() throws Exception {
    copy("counting");
    flags.keySet().removeIf(key -> key.startsWith("model.") || key.startsWith("randomizer."));
    flags.putAll(COUNTING);
    try (AggregatorService service = start()) {
      assertThat(service.await().state()).isEqualTo(RunState.FINISHED);
      assertThat(service.status().totals()).isEqualTo(new RunTotals(5, 4, 1, 16, Map.of()));
      assertThat(service.history().outcome(3))
          .contains(RoundOutcome.discarded("ANNOUNCED_BY_OLDER_VERSION"));
      RoundOutcome second = service.history().outcome(2).orElseThrow();
      assertThat(second.estimate().orElseThrow().values()).hasSize(3);
    }
    assertLedgerHolds(5);
  }

  @Test
  void start_runFromBeforePledges_givesItsOpenRoundUpAndGoesOn() throws Exception {
    copy("answered");
    flags.put("rounds.count", "5");
    try (AggregatorService service = start()) {
      assertThat(service.await().state()).isEqualTo(RunState.FINISHED);
      assertThat(service.status().totals()).isEqualTo(new RunTotals(5, 4, 1, 16, Map.of()));
      assertThat(service.history().outcome(3))
          .contains(RoundOutcome.discarded("ANNOUNCED_BY_OLDER_VERSION"));
      assertThat(service.history().ledgerAfter(0, 10))
          .extracting(entry -> entry.charge().isPledged())
          .containsExactly(false, false, false, true, true);
    }
    assertLedgerHolds(5);
  }

  @Test
  void outcome_ofAFolderThatIsOnlyRead_tellsNoLoss() throws Exception {
    copy("answered");
    try (RunArchive archive = RunArchive.ofFolder(folder.resolve("run"))) {
      RoundOutcome first = archive.history().outcome(1).orElseThrow();
      assertThat(first.isCommitted()).isTrue();
      assertThat(first.missing()).isZero();
    }
    assertLedgerHolds(3);
  }

  @Test
  void start_anotherSetting_isNamedAndNothingElse() throws Exception {
    copy("training");
    flags.putAll(TRAINING);
    flags.put("optimizer.beta1", "0.8");
    flags.put("randomizer.noise-multiplier", "2");
    assertThatThrownBy(() -> start())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "This run was begun with another configuration: optimizer.beta1 was 0.9 and is now"
                + " 0.8; randomizer.grid-steps was 3640 and is now 2047;"
                + " randomizer.noise-multiplier was 1.0 and is now 2.0. Restore it, or begin a new"
                + " run in another data folder.");
    assertLedgerHolds(2);
  }

  @Test
  void view_ofItsFolder_saysWhereItStands() throws Exception {
    copy("training");
    try (RunArchive archive = RunArchive.ofFolder(folder.resolve("run"))) {
      RunView view = archive.view();
      assertThat(view.status().state()).isEqualTo(RunState.STOPPED);
      assertThat(view.status().accuracy()).hasValue(0.5);
      assertThat(view.status().budget().spent().epsilon()).isEqualTo(0.25);
      assertThat(view.plan().rounds()).isEqualTo(5);
      assertThat(view.plan().population().rate()).isEqualTo(0.125);
      assertThat(view.plan().model()).isEqualTo("a model, 8 parameters");
    }
  }

  private void assertLedgerHolds(long entries) throws IOException {
    try (LedgerArchive ledger = LedgerArchive.of(RunArchive.ofFolder(folder.resolve("run")))) {
      LedgerVerifier.Findings findings = ledger.verify(TestAccountant.FRESH);
      assertThat(findings.head().sequence()).isEqualTo(entries);
    }
  }

  private void copy(String run) throws IOException {
    Path data = Files.createDirectories(folder.resolve("run"));
    for (String file : List.of("aggregator.db", "ledger.mark")) {
      try (InputStream in = OlderRunTest.class.getResourceAsStream("older/" + run + "/" + file)) {
        Files.copy(in, data.resolve(file));
      }
    }
  }
}
