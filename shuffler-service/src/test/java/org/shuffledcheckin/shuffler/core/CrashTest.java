package org.shuffledcheckin.shuffler.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.shuffler.intake.Outcome;
import org.shuffledcheckin.shuffler.release.BatchReader;
import org.shuffledcheckin.shuffler.round.OpenRequest;
import org.shuffledcheckin.shuffler.round.RoundState;

/** Ends the process at every step of a round, with the real store. */
class CrashTest {
  private static final TestTerms TERMS = TestTerms.simple().clients(4).minimumBatch(2, 0);

  @TempDir Path folder;

  @Test
  void crash_atEveryStepOfARound_losesAndDoublesNothing() {
    try (ShufflerHarness harness = ShufflerHarness.onRocks(folder.resolve("data"))) {
      List<byte[]> tokens = harness.enrol(5);
      harness.crash();
      OpenRequest request = harness.ledger.charge(1, TERMS, 0);
      harness.open(request);
      harness.crash();
      assertThat(harness.open(request).state()).isEqualTo(RoundState.OPEN);
      for (int client = 0; client < 5; client++) {
        byte[][] reports = new byte[client % 3][];
        for (int i = 0; i < reports.length; i++) {
          reports[i] = ShufflerHarness.report(TERMS, 10L * client + i);
        }
        assertThat(harness.answer(1, tokens.get(client), reports)).isEqualTo(Outcome.ACCEPTED);
        harness.crash();
        assertThat(harness.answer(1, tokens.get(client), reports))
            .isEqualTo(Outcome.ALREADY_ANSWERED);
      }
      harness.advance(Duration.ofSeconds(30));
      harness.crash();
      assertThat(harness.closed(1).state()).isEqualTo(RoundState.RELEASED);
      List<byte[]> batch = harness.batch(1);
      assertThat(batch)
          .extracting(ShufflerHarness::unit)
          .containsExactlyInAnyOrder(10L, 20L, 21L, 40L);
      harness.crash();
      assertThat(harness.batch(1))
          .usingElementComparator(java.util.Arrays::compare)
          .isEqualTo(batch);
      harness.finish(1);
      harness.crash();
      assertThat(harness.shuffler().find(harness.id(1))).isEmpty();
      assertThat(harness.answer(1, tokens.get(0))).isEqualTo(Outcome.ROUND_NOT_OPEN);
      assertThat(harness.witnessed()).isEqualTo(1);
      harness.open(2, TERMS);
      assertThat(harness.answer(2, tokens.get(0))).isEqualTo(Outcome.ACCEPTED);
    }
  }

  @Test
  void finish_round_removesItsReportsFromTheDisk() throws Exception {
    try (ShufflerHarness harness = ShufflerHarness.onRocks(folder.resolve("data"))) {
      byte[] token = harness.enrol(1).get(0);
      TestTerms terms = TestTerms.simple().reportBytes(1000);
      harness.open(1, terms);
      byte[] report =
          "a sealed report that must not stay"
              .repeat(40)
              .substring(0, 1048)
              .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
      harness.answer(1, token, report);
      assertThat(anyFileHolds(harness.folder(), "must not stay")).isTrue();
      harness.advance(Duration.ofSeconds(30));
      harness.finish(1);
      harness.restart();
      assertThat(anyFileHolds(harness.folder(), "must not stay")).isFalse();
    }
  }

  @Test
  void read_batchBiggerThanManyBlocks_givesEveryReportOnceInBoundedBlocks() {
    try (ShufflerHarness harness = ShufflerHarness.onRocks(folder.resolve("data"))) {
      TestTerms terms = TestTerms.simple().reportBytes(20_000);
      List<byte[]> tokens = harness.enrol(1000);
      harness.open(1, terms);
      for (int client = 0; client < 1000; client++) {
        harness.answer(1, tokens.get(client), ShufflerHarness.report(terms, client));
      }
      harness.crash();
      harness.advance(Duration.ofSeconds(30));
      BatchReader reader = harness.shuffler().reader(harness.closed(1));
      List<Long> units = new ArrayList<>();
      for (List<byte[]> block = reader.next(); !block.isEmpty(); block = reader.next()) {
        assertThat(block.size() * 20_048).isLessThanOrEqualTo(1 << 20);
        block.forEach(report -> units.add(ShufflerHarness.unit(report)));
      }
      assertThat(units).hasSize(1000).doesNotHaveDuplicates();
    }
  }

  private static boolean anyFileHolds(Path folder, String text) throws java.io.IOException {
    try (var files = java.nio.file.Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (java.nio.file.Files.isRegularFile(file)
            && new String(
                    java.nio.file.Files.readAllBytes(file),
                    java.nio.charset.StandardCharsets.ISO_8859_1)
                .contains(text)) {
          return true;
        }
      }
    }
    return false;
  }
}
