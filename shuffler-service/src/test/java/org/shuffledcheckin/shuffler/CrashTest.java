package org.shuffledcheckin.shuffler;

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
  private static final Terms TERMS = Terms.simple().clients(4).minimumBatch(2, 0);

  @TempDir Path folder;

  @Test
  void crash_atEveryStepOfARound_losesAndDoublesNothing() {
    try (Rig rig = Rig.onRocks(folder.resolve("data"))) {
      List<byte[]> tokens = rig.enrol(5);
      rig.crash();
      OpenRequest request = rig.ledger.charge(1, TERMS, 0);
      rig.open(request);
      rig.crash();
      assertThat(rig.open(request).state()).isEqualTo(RoundState.OPEN);
      for (int client = 0; client < 5; client++) {
        byte[][] reports = new byte[client % 3][];
        for (int i = 0; i < reports.length; i++) {
          reports[i] = Rig.report(TERMS, 10L * client + i);
        }
        assertThat(rig.answer(1, tokens.get(client), reports)).isEqualTo(Outcome.ACCEPTED);
        rig.crash();
        assertThat(rig.answer(1, tokens.get(client), reports)).isEqualTo(Outcome.ALREADY_ANSWERED);
      }
      rig.advance(Duration.ofSeconds(30));
      rig.crash();
      assertThat(rig.closed(1).state()).isEqualTo(RoundState.RELEASED);
      List<byte[]> batch = rig.batch(1);
      assertThat(batch).extracting(Rig::unit).containsExactlyInAnyOrder(10L, 20L, 21L, 40L);
      rig.crash();
      assertThat(rig.batch(1)).usingElementComparator(java.util.Arrays::compare).isEqualTo(batch);
      rig.finish(1);
      rig.crash();
      assertThat(rig.shuffler().find(rig.id(1))).isEmpty();
      assertThat(rig.answer(1, tokens.get(0))).isEqualTo(Outcome.ROUND_NOT_OPEN);
      assertThat(rig.witnessed()).isEqualTo(1);
      rig.open(2, TERMS);
      assertThat(rig.answer(2, tokens.get(0))).isEqualTo(Outcome.ACCEPTED);
    }
  }

  @Test
  void finish_round_removesItsReportsFromTheDisk() throws Exception {
    try (Rig rig = Rig.onRocks(folder.resolve("data"))) {
      byte[] token = rig.enrol(1).get(0);
      Terms terms = Terms.simple().reportBytes(1000);
      rig.open(1, terms);
      byte[] report =
          "a sealed report that must not stay"
              .repeat(40)
              .substring(0, 1048)
              .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
      rig.answer(1, token, report);
      assertThat(anyFileHolds(rig.folder(), "must not stay")).isTrue();
      rig.advance(Duration.ofSeconds(30));
      rig.finish(1);
      rig.restart();
      assertThat(anyFileHolds(rig.folder(), "must not stay")).isFalse();
    }
  }

  @Test
  void read_batchBiggerThanManyBlocks_givesEveryReportOnceInBoundedBlocks() {
    try (Rig rig = Rig.onRocks(folder.resolve("data"))) {
      Terms terms = Terms.simple().reportBytes(20_000);
      List<byte[]> tokens = rig.enrol(1000);
      rig.open(1, terms);
      for (int client = 0; client < 1000; client++) {
        rig.answer(1, tokens.get(client), Rig.report(terms, client));
      }
      rig.crash();
      rig.advance(Duration.ofSeconds(30));
      BatchReader reader = rig.shuffler().reader(rig.closed(1));
      List<Long> units = new ArrayList<>();
      for (List<byte[]> block = reader.next(); !block.isEmpty(); block = reader.next()) {
        assertThat(block.size() * 20_048).isLessThanOrEqualTo(1 << 20);
        block.forEach(report -> units.add(Rig.unit(report)));
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
