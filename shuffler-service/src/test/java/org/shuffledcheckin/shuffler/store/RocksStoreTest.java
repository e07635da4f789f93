package org.shuffledcheckin.shuffler.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.shuffler.store.Store.Durability;
import org.shuffledcheckin.shuffler.store.Store.Table;

class RocksStoreTest {
  private static final int ROUNDS = 150;

  @TempDir private Path folder;

  @Test
  void dropSpool_manyRounds_leavesFewFiles() throws IOException {
    RoundId.Run run = RoundId.Run.random(new SecureRandom());
    try (RocksStore store = new RocksStore(folder, 1 << 20)) {
      for (int number = 1; number <= ROUNDS; number++) {
        RoundId round = new RoundId(run, number);
        byte[] key = ByteBuffer.allocate(Long.BYTES).putLong(number).array();
        store.createSpool(round);
        store.write(
            new StoreBatch()
                .put(Table.ROUNDS, key, key)
                .put(Table.RUNS, run.toBytes(), key)
                .put(round, key, key),
            Durability.PROCESS);
        store.write(new StoreBatch().delete(Table.ROUNDS, key), Durability.PROCESS);
        store.dropSpool(round);
      }
      try (var files = Files.list(folder)) {
        assertThat(files.filter(file -> file.toString().endsWith(".sst")).count())
            .isLessThan(ROUNDS / 2);
      }
    }
  }
}
