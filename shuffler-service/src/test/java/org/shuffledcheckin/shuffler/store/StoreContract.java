package org.shuffledcheckin.shuffler.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.shuffler.store.Store.Cursor;
import org.shuffledcheckin.shuffler.store.Store.Durability;
import org.shuffledcheckin.shuffler.store.Store.Entry;
import org.shuffledcheckin.shuffler.store.Store.Keyspace;
import org.shuffledcheckin.shuffler.store.Store.Spool;
import org.shuffledcheckin.shuffler.store.Store.Spool.Part;
import org.shuffledcheckin.shuffler.store.Store.Table;

/**
 * What every store of the shuffler promises. What the shuffler makes of it (one pledge and one
 * delivery for each client, released once or not at all) is in {@code DurabilityContract}; a store
 * passes both.
 */
abstract class StoreContract {
  private static final RoundId.Run RUN = RoundId.Run.of(new byte[RoundId.Run.BYTES]);
  private static final RoundId ROUND = new RoundId(RUN, 1);
  private static final RoundId OTHER = new RoundId(RUN, 2);
  private static final Spool REPORTS = new Spool(ROUND, Part.REPORTS);

  @TempDir Path folder;
  private TestDisk disk;
  private Store store;

  /** A disk with nothing on it. */
  abstract TestDisk disk(Path empty);

  @BeforeEach
  void open() {
    disk = disk(folder.resolve("data"));
    store = disk.open();
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void reopen() {
    store.close();
    store = disk.open();
  }

  private void crash() {
    disk.crash(store::close);
    store = disk.open();
  }

  @Test
  void read_anyOrderOfWriting_isTheOrderOfUnsignedBytes() {
    List<String> ordered = List.of("", "00", "0000", "01", "0100", "7f", "80", "8000", "ff");
    List<String> shuffled = new ArrayList<>(ordered);
    Collections.shuffle(shuffled);
    store.createSpool(ROUND);
    for (Keyspace keyspace : List.of(Table.CLIENTS, REPORTS)) {
      shuffled.forEach(key -> put(keyspace, key, "value"));
      assertThat(keys(keyspace)).isEqualTo(ordered);
      reopen();
      assertThat(keys(keyspace)).isEqualTo(ordered);
    }
  }

  @Test
  void read_pageByPage_givesEveryRecordOnceWithinItsLimits() {
    store.createSpool(ROUND);
    StoreBatch batch = new StoreBatch();
    for (int i = 0; i < 1000; i++) {
      batch.put(REPORTS, number(i), new byte[100]);
    }
    store.write(batch, Durability.DISK);
    for (Cursor start : List.of(Cursor.start(7, 1 << 20), Cursor.start(1000, 750))) {
      Cursor cursor = start;
      List<Entry> all = new ArrayList<>();
      for (List<Entry> page = store.read(REPORTS, cursor); !page.isEmpty(); ) {
        assertThat(page).hasSizeLessThanOrEqualTo(7);
        all.addAll(page);
        cursor = cursor.past(page);
        page = store.read(REPORTS, cursor);
      }
      assertThat(all)
          .extracting(entry -> ByteBuffer.wrap(entry.key()).getInt())
          .isEqualTo(IntStream.range(0, 1000).boxed().toList());
    }
    assertThat(store.read(REPORTS, Cursor.start(1000, 1))).as("never nothing").hasSize(1);
  }

  @Test
  void write_sameKeyInSeveralKeyspaces_keepsThemApart() {
    store.createSpool(ROUND);
    store.createSpool(OTHER);
    List<Keyspace> keyspaces = new ArrayList<>(List.of(Table.values()));
    for (Part part : Part.values()) {
      keyspaces.add(new Spool(ROUND, part));
      keyspaces.add(new Spool(OTHER, part));
    }
    keyspaces.forEach(keyspace -> put(keyspace, "", keyspace.toString()));
    keyspaces.forEach(keyspace -> put(keyspace, "0102", keyspace.toString()));
    reopen();
    for (Keyspace keyspace : keyspaces) {
      assertThat(content(keyspace))
          .isEqualTo(Map.of("", keyspace.toString(), "0102", keyspace.toString()));
    }
  }

  @Test
  void write_keyThatIsThere_replacesOrDeletesIt() {
    put(Table.RUNS, "01", "first");
    put(Table.RUNS, "02", "second");
    store.write(
        new StoreBatch()
            .put(Table.RUNS, bytes("01"), text("newer"))
            .delete(Table.RUNS, bytes("02"))
            .delete(Table.RUNS, bytes("03")),
        Durability.DISK);
    reopen();
    assertThat(content(Table.RUNS)).isEqualTo(Map.of("01", "newer"));
  }

  @Test
  void write_acknowledged_survivesTheEndOfTheProcess() {
    store.createSpool(ROUND);
    for (Durability durability : Durability.values()) {
      store.write(
          new StoreBatch()
              .put(Table.ROUNDS, text(durability.name()), text("row"))
              .put(REPORTS, text(durability.name()), text("report")),
          durability);
      crash();
      String key = HexFormat.of().formatHex(text(durability.name()));
      assertThat(content(Table.ROUNDS)).containsEntry(key, "row");
      assertThat(content(REPORTS)).containsEntry(key, "report");
    }
  }

  @Test
  void write_oneChangeCannotBeMade_leavesNothingOfTheOthers() {
    store.createSpool(ROUND);
    StoreBatch batch =
        new StoreBatch()
            .put(Table.RUNS, bytes("01"), text("row"))
            .put(REPORTS, bytes("01"), text("report"))
            .put(new Spool(OTHER, Part.REPORTS), bytes("01"), text("nowhere to go"));
    assertThatThrownBy(() -> store.write(batch, Durability.DISK))
        .isInstanceOf(StoreException.class);
    reopen();
    assertThat(content(Table.RUNS)).isEmpty();
    assertThat(content(REPORTS)).isEmpty();
    assertThat(store.spools()).containsExactly(ROUND);
  }

  @Test
  void write_diskFails_leavesEveryBatchWholeOrAbsent() {
    store.createSpool(ROUND);
    disk.fail();
    int acknowledged = 0;
    boolean failed = false;
    while (!failed) {
      try {
        store.write(numbered(acknowledged), Durability.DISK);
        acknowledged++;
        assertThat(acknowledged).as("a disk that fails is noticed").isLessThan(1000);
      } catch (StoreException e) {
        failed = true;
      }
    }
    store.close();
    disk.mend();
    store = disk.open();
    assertThat(keys(Table.ROUNDS)).isEqualTo(keys(REPORTS));
    // Whether the batch that failed is there after all is not promised, either way.
    assertThat(keys(REPORTS)).hasSizeBetween(acknowledged, acknowledged + 1);
    store.write(numbered(acknowledged + 1), Durability.DISK);
    assertThat(keys(REPORTS)).hasSizeBetween(acknowledged + 1, acknowledged + 2);
  }

  private static StoreBatch numbered(int number) {
    return new StoreBatch()
        .put(Table.ROUNDS, number(number), number(number))
        .put(REPORTS, number(number), new byte[64 << 10]);
  }

  @Test
  void write_severalThreads_losesNothing() {
    store.createSpool(ROUND);
    List<CompletableFuture<Void>> writers =
        IntStream.range(0, 4)
            .mapToObj(
                writer ->
                    CompletableFuture.runAsync(
                        () -> {
                          for (int i = 0; i < 100; i++) {
                            store.write(numbered(100 * writer + i), Durability.PROCESS);
                          }
                        }))
            .toList();
    writers.forEach(CompletableFuture::join);
    crash();
    assertThat(keys(Table.ROUNDS)).hasSize(400).isEqualTo(keys(REPORTS));
  }

  @Test
  void createSpool_again_keepsWhatIsThere() {
    store.createSpool(ROUND);
    put(REPORTS, "01", "report");
    store.createSpool(ROUND);
    reopen();
    store.createSpool(ROUND);
    assertThat(store.spools()).containsExactly(ROUND);
    assertThat(content(REPORTS)).isEqualTo(Map.of("01", "report"));
  }

  @Test
  void dropSpool_round_forgetsItAndNoOther() {
    store.createSpool(ROUND);
    store.createSpool(OTHER);
    put(REPORTS, "01", "report");
    put(new Spool(OTHER, Part.REPORTS), "01", "another's");
    put(Table.ROUNDS, "01", "row");
    store.dropSpool(ROUND);
    store.dropSpool(ROUND);
    assertThatThrownBy(() -> keys(REPORTS)).isInstanceOf(StoreException.class);
    crash();
    assertThat(store.spools()).containsExactly(OTHER);
    assertThat(content(new Spool(OTHER, Part.REPORTS))).isEqualTo(Map.of("01", "another's"));
    assertThat(content(Table.ROUNDS)).isEqualTo(Map.of("01", "row"));
    store.createSpool(ROUND);
    assertThat(keys(REPORTS)).as("a new spool is empty").isEmpty();
  }

  @Test
  void dropSpool_whileSomebodyReads_endsTheReadingCleanly() {
    store.createSpool(ROUND);
    for (int i = 0; i < 50; i++) {
      store.write(numbered(i), Durability.PROCESS);
    }
    CompletableFuture<Integer> reader = CompletableFuture.supplyAsync(this::readUntilGone);
    store.dropSpool(ROUND);
    assertThat(reader.join()).isNotNegative();
    assertThat(keys(Table.ROUNDS)).hasSize(50);
  }

  private int readUntilGone() {
    for (int reads = 0; ; reads++) {
      try {
        assertThat(keys(REPORTS)).hasSize(50);
      } catch (StoreException e) {
        return reads;
      }
    }
  }

  @Test
  void close_store_refusesEverythingLater() {
    store.createSpool(ROUND);
    store.close();
    store.close();
    assertThatThrownBy(() -> keys(Table.RUNS)).isInstanceOf(StoreException.class);
    assertThatThrownBy(() -> put(REPORTS, "01", "late")).isInstanceOf(StoreException.class);
    assertThatThrownBy(() -> store.createSpool(OTHER)).isInstanceOf(StoreException.class);
    assertThatThrownBy(() -> store.dropSpool(ROUND)).isInstanceOf(StoreException.class);
    store = disk.open();
    assertThat(store.spools()).containsExactly(ROUND);
  }

  private void put(Keyspace keyspace, String key, String value) {
    store.write(new StoreBatch().put(keyspace, bytes(key), text(value)), Durability.DISK);
  }

  private List<String> keys(Keyspace keyspace) {
    List<String> keys = new ArrayList<>();
    store.forEach(keyspace, (key, value) -> keys.add(HexFormat.of().formatHex(key)));
    return keys;
  }

  private Map<String, String> content(Keyspace keyspace) {
    Map<String, String> content = new TreeMap<>();
    store.forEach(
        keyspace,
        (key, value) ->
            content.put(HexFormat.of().formatHex(key), new String(value, StandardCharsets.UTF_8)));
    return content;
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] number(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }
}
