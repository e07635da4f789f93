package org.shuffledcheckin.shuffler.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.shuffler.store.Store.Durability;
import org.shuffledcheckin.shuffler.store.Store.Spool;
import org.shuffledcheckin.shuffler.store.Store.Spool.Part;
import org.shuffledcheckin.shuffler.store.Store.Table;

class RocksStoreTest extends StoreContract {
  private static final int ROUNDS = 150;

  @Override
  TestDisk disk(Path empty) {
    return new RocksDisk(empty);
  }

  /** No test can cut the power of a real disk, but the database counts how often it synced. */
  @Test
  void write_toDisk_syncsTheLogBeforeItReturns() {
    RocksOptions options = new RocksOptions(1 << 20);
    byte[] key = {1};
    try (Statistics statistics = new Statistics()) {
      options.database.setStatistics(statistics);
      try (RocksStore store = new RocksStore(folder.resolve("counted"), options)) {
        long before = statistics.getTickerCount(TickerType.WAL_FILE_SYNCED);
        for (int i = 1; i <= 5; i++) {
          store.write(new StoreBatch().put(Table.RUNS, key, key), Durability.PROCESS);
          store.write(new StoreBatch().put(Table.RUNS, key, key), Durability.DISK);
          assertThat(statistics.getTickerCount(TickerType.WAL_FILE_SYNCED)).isEqualTo(before + i);
        }
      }
    }
  }

  @Test
  void dropSpool_manyRounds_leavesFewFiles() throws IOException {
    Path many = folder.resolve("many");
    RoundId.Run run = RoundId.Run.random(new SecureRandom());
    try (RocksStore store = new RocksStore(many, 1 << 20)) {
      for (int number = 1; number <= ROUNDS; number++) {
        RoundId round = new RoundId(run, number);
        byte[] key = ByteBuffer.allocate(Long.BYTES).putLong(number).array();
        store.createSpool(round);
        store.write(
            new StoreBatch()
                .put(Table.ROUNDS, key, key)
                .put(Table.RUNS, run.toBytes(), key)
                .put(new Spool(round, Part.REPORTS), key, key),
            Durability.PROCESS);
        store.write(new StoreBatch().delete(Table.ROUNDS, key), Durability.PROCESS);
        store.dropSpool(round);
      }
      try (var files = Files.list(many)) {
        assertThat(files.filter(file -> file.toString().endsWith(".sst")).count())
            .isLessThan(ROUNDS / 2);
      }
    }
  }
}
