package org.shuffledcheckin.shuffler.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * Keeps everything in memory and never fails; closing it does nothing. What was not written to
 * {@link Store.Durability#DISK} is lost at a power failure, as from a log whose end never left the
 * system's cache: the newest batches first, each as a whole. Spools are made and thrown away
 * durably. The disks of tests wrap it in the faults and locks that they need.
 */
public final class MemoryStore implements Store {
  private final Map<Keyspace, NavigableMap<byte[], byte[]>> keyspaces = new HashMap<>();

  /** What takes back the batches since the last durable one, the oldest first. */
  private final List<StoreBatch> unsynced = new ArrayList<>();

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
    StoreBatch inverse = new StoreBatch();
    batch.changes().forEach(change -> make(change, inverse));
    unsynced.add(inverse);
    if (durability == Durability.DISK) {
      // The log has one end: with this batch everything before it is on disk.
      unsynced.clear();
    }
  }

  /** Makes a change and notes what takes it back. */
  private void make(StoreBatch.Change change, StoreBatch inverse) {
    NavigableMap<byte[], byte[]> records = records(change.keyspace());
    byte[] before =
        change.value().isPresent()
            ? records.put(change.key(), change.value().get())
            : records.remove(change.key());
    if (before == null) {
      inverse.delete(change.keyspace(), change.key());
    } else {
      inverse.put(change.keyspace(), change.key(), before);
    }
  }

  /** Loses everything that was not written to disk. */
  public void losePower() {
    losePower(() -> 0);
  }

  /** Loses what was not written to disk, or all but a beginning of it. */
  public void losePower(RandomGenerator random) {
    int kept = random.nextInt(unsynced.size() + 1);
    for (int i = unsynced.size() - 1; i >= kept; i--) {
      List<StoreBatch.Change> changes = unsynced.get(i).changes();
      for (int j = changes.size() - 1; j >= 0; j--) {
        // A spool that was thrown away since stays away.
        if (keyspaces.containsKey(changes.get(j).keyspace())) {
          make(changes.get(j), new StoreBatch());
        }
      }
    }
    unsynced.clear();
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
