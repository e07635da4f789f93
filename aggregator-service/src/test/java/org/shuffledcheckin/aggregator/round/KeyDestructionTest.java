package org.shuffledcheckin.aggregator.round;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.kit.sealing.RoundKey;

/** A report that somebody has kept can be opened by nobody once its round is over. */
class KeyDestructionTest {
  @TempDir Path folder;
  private RunFixture run;
  private final List<byte[]> keys = new ArrayList<>();

  @BeforeEach
  void create() {
    run = new RunFixture(folder, 0);
  }

  @AfterEach
  void close() {
    run.close();
  }

  @Test
  void run_roundsThatWereCommitted_leavesTheirKeysInNoFile() throws Exception {
    run.shuffler.clients =
        round -> {
          RoundKey key = run.store.newestRound().orElseThrow().announced().orElseThrow().key();
          assertThat(filesWith(key.exportSecret())).as("while the round is open").isNotEmpty();
          keys.forEach(earlier -> assertThat(filesWith(earlier)).as("afterwards").isEmpty());
          keys.add(key.exportSecret());
          return FakeShuffler.fiveReports(round);
        };
    assertThat(run.live(Faults.none()).state()).isEqualTo(RunState.FINISHED);
    assertThat(run.store.totals().committed()).isEqualTo(3);
    assertThat(keys).hasSize(3);
    keys.forEach(key -> assertThat(filesWith(key)).isEmpty());
  }

  private List<Path> filesWith(byte[] secret) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).filter(file -> holds(file, secret)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean holds(Path file, byte[] secret) {
    try {
      return Bytes.indexOf(Files.readAllBytes(file), secret) >= 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
