package org.shuffledcheckin.shuffler.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * Keeps everything in memory and never fails; closing it does nothing. The disks of tests wrap it
 * in the faults and locks that they need.
 */
public final class MemoryStore implements Store {
  private final Map<Keyspace, NavigableMap<byte[], byte[]>> keyspaces = new HashMap<>();

  /** An empty store. */
  public MemoryStore() {
    Arrays.stream(Table.values()).forEach(this::create);
  }

  private void create(Keyspace keyspace) {
    keyspaces.computeIfAbsent(keyspace, none -> new TreeMap<>(Arrays::compareUnsigned));
  }

  @Override
  public List<Entry> read(Keyspace keyspace, Cursor cursor) {
    NavigableMap<byte[], byte[]> records = records(keyspace);
    List<Entry> entries = new ArrayList<>();
    long bytes = 0;
    for (var entry :
        cursor.after().map(key -> records.tailMap(key, false)).orElse(records).entrySet()) {
      bytes += entry.getValue().length;
      if (entries.size() == cursor.maxEntries()
          || (bytes > cursor.maxBytes() && !entries.isEmpty())) {
        break;
      }
      entries.add(new Entry(entry.getKey(), entry.getValue()));
    }
    return entries;
  }

  @Override
  public void write(StoreBatch batch, Durability durability) {
    // All of it or nothing: what cannot be written must show before anything is.
    batch.changes().forEach(change -> records(change.keyspace()));
    for (StoreBatch.Change change : batch.changes()) {
      NavigableMap<byte[], byte[]> records = records(change.keyspace());
      change
          .value()
          .ifPresentOrElse(
              value -> records.put(change.key(), value), () -> records.remove(change.key()));
    }
  }

  @Override
  public Set<RoundId> spools() {
    return keyspaces.keySet().stream()
        .filter(Spool.class::isInstance)
        .map(keyspace -> ((Spool) keyspace).round())
        .collect(Collectors.toSet());
  }

  @Override
  public void createSpool(RoundId round) {
    parts(round).forEach(this::create);
  }

  @Override
  public void dropSpool(RoundId round) {
    parts(round).forEach(keyspaces::remove);
  }

  private static List<Keyspace> parts(RoundId round) {
    return Arrays.stream(Spool.Part.values())
        .<Keyspace>map(part -> new Spool(round, part))
        .toList();
  }

  private NavigableMap<byte[], byte[]> records(Keyspace keyspace) {
    NavigableMap<byte[], byte[]> records = keyspaces.get(keyspace);
    if (records == null) {
      throw new StoreException("no spool");
    }
    return records;
  }

  @Override
  public void close() {}
}
