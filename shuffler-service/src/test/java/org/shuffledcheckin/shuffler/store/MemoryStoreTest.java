package org.shuffledcheckin.shuffler.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.shuffler.store.Store.Durability;
import org.shuffledcheckin.shuffler.store.Store.Spool;
import org.shuffledcheckin.shuffler.store.Store.Table;

/** Holds the store of the simulations to what they simulate. */
class MemoryStoreTest extends StoreContract {
  private static final Spool REPORTS =
      new Spool(new RoundId(RoundId.Run.random(new SecureRandom()), 1), Spool.Part.REPORTS);

  @Override
  TestDisk disk(Path empty) {
    return new MemoryDisk(empty);
  }

  private static StoreBatch put(int value) {
    return new StoreBatch()
        .put(Table.RUNS, new byte[0], new byte[] {(byte) value})
        .put(REPORTS, new byte[] {(byte) value}, new byte[0]);
  }

  private static MemoryStore written() {
    MemoryStore store = new MemoryStore();
    store.createSpool(REPORTS.round());
    store.write(put(1), Durability.PROCESS);
    store.write(put(2), Durability.DISK);
    store.write(put(3), Durability.PROCESS);
    store.write(put(4), Durability.PROCESS);
    return store;
  }

  private static String content(MemoryStore store) {
    List<Byte> values = new ArrayList<>();
    store.forEach(Table.RUNS, (key, value) -> values.add(value[0]));
    store.forEach(REPORTS, (key, value) -> values.add(key[0]));
    return values.toString();
  }

  @Test
  void losePower_keepsWhatTheLastWriteToDiskFollows() {
    MemoryStore store = written();
    assertThat(content(store)).isEqualTo("[4, 1, 2, 3, 4]");
    store.losePower();
    assertThat(content(store)).isEqualTo("[2, 1, 2]");
    store.losePower();
    assertThat(content(store)).isEqualTo("[2, 1, 2]");
  }

  @Test
  void losePower_atRandom_keepsEveryBeginning() {
    Set<String> found = new TreeSet<>();
    Random random = new Random(3);
    for (int i = 0; i < 100; i++) {
      MemoryStore store = written();
      store.losePower(random);
      found.add(content(store));
    }
    assertThat(found).containsExactly("[2, 1, 2]", "[3, 1, 2, 3]", "[4, 1, 2, 3, 4]");
  }

  @Test
  void losePower_spoolThrownAway_staysAway() {
    MemoryStore store = written();
    store.dropSpool(REPORTS.round());
    store.losePower();
    assertThat(store.spools()).isEmpty();
  }
}
