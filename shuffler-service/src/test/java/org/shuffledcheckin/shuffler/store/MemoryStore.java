package org.shuffledcheckin.shuffler.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * Keeps everything in memory and never fails; closing it does nothing. The disks of tests wrap it
 * in the faults and locks that they need.
 */
public final class MemoryStore implements Store {
  private final Map<Table, NavigableMap<byte[], byte[]>> tables = new EnumMap<>(Table.class);
  private final Map<RoundId, NavigableMap<byte[], byte[]>> spools = new HashMap<>();

  /** An empty store. */
  public MemoryStore() {
    for (Table table : Table.values()) {
      tables.put(table, map());
    }
  }

  private static NavigableMap<byte[], byte[]> map() {
    return new TreeMap<>(Arrays::compareUnsigned);
  }

  @Override
  public void forEach(Table table, BiConsumer<byte[], byte[]> visitor) {
    tables.get(table).forEach(visitor);
  }

  @Override
  public void write(StoreBatch batch, Durability durability) {
    // All of it or nothing: what cannot be written must show before anything is.
    batch.changes().forEach(this::target);
    for (StoreBatch.Change change : batch.changes()) {
      NavigableMap<byte[], byte[]> target = target(change);
      change
          .value()
          .ifPresentOrElse(
              value -> target.put(change.key(), value), () -> target.remove(change.key()));
    }
  }

  private NavigableMap<byte[], byte[]> target(StoreBatch.Change change) {
    return change.spool() == null ? tables.get(change.table()) : spool(change.spool());
  }

  @Override
  public Set<RoundId> spools() {
    return Set.copyOf(spools.keySet());
  }

  @Override
  public void createSpool(RoundId round) {
    spools.computeIfAbsent(round, id -> map());
  }

  @Override
  public void dropSpool(RoundId round) {
    spools.remove(round);
  }

  @Override
  public Optional<byte[]> get(RoundId round, byte[] key) {
    return Optional.ofNullable(spool(round).get(key));
  }

  @Override
  public List<Entry> read(
      RoundId round, byte[] after, byte[] before, int maxEntries, int maxBytes) {
    List<Entry> entries = new ArrayList<>();
    long bytes = 0;
    for (var entry : spool(round).subMap(after, false, before, false).entrySet()) {
      bytes += entry.getValue().length;
      if (entries.size() == maxEntries || (bytes > maxBytes && !entries.isEmpty())) {
        break;
      }
      entries.add(new Entry(entry.getKey(), entry.getValue()));
    }
    return entries;
  }

  private NavigableMap<byte[], byte[]> spool(RoundId round) {
    NavigableMap<byte[], byte[]> spool = spools.get(round);
    if (spool == null) {
      throw new StoreException("no spool");
    }
    return spool;
  }

  @Override
  public void close() {}
}
