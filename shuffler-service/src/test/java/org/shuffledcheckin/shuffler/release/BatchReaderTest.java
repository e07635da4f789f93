package org.shuffledcheckin.shuffler.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.security.SecureRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.shuffler.round.ClosedRound;
import org.shuffledcheckin.shuffler.round.RoundState;
import org.shuffledcheckin.shuffler.round.Tally;
import org.shuffledcheckin.shuffler.store.MemoryDisk;
import org.shuffledcheckin.shuffler.store.Store.Durability;
import org.shuffledcheckin.shuffler.store.Store.Spool;
import org.shuffledcheckin.shuffler.store.Store.Spool.Part;
import org.shuffledcheckin.shuffler.store.StoreBatch;
import org.shuffledcheckin.shuffler.store.StoreException;
import org.shuffledcheckin.shuffler.store.StoreGuard;

class BatchReaderTest {
  private static final int STORED = 3;

  private final StoreGuard store = new StoreGuard(new MemoryDisk(Path.of("unused")));
  private final RoundId round = new RoundId(RoundId.Run.random(new SecureRandom()), 1);

  @BeforeEach
  void storeReports() {
    store.createSpool(round);
    StoreBatch batch = new StoreBatch();
    for (byte i = 0; i < STORED; i++) {
      batch.put(new Spool(round, Part.REPORTS), new byte[] {i}, new byte[] {i});
    }
    store.write(batch, Durability.DISK);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private BatchReader reader(long counted) {
    return new BatchReader(
        store, new ClosedRound(round, RoundState.RELEASED, new Tally(9, counted, 0)));
  }

  @Test
  void next_allReportsThatWereCounted_thenNone() {
    BatchReader reader = reader(STORED);
    assertThat(reader.next()).hasSize(STORED);
    assertThat(reader.next()).isEmpty();
  }

  @Test
  void next_anotherNumberThanWasCounted_neverEndsWell() {
    for (long counted : new long[] {STORED - 1, STORED + 1}) {
      BatchReader reader = reader(counted);
      assertThat(reader.next()).hasSize(STORED);
      assertThatThrownBy(reader::next).isInstanceOf(StoreException.class);
    }
  }
}
