package org.shuffledcheckin.shuffler;

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
import org.shuffledcheckin.shuffler.store.Store;
import org.shuffledcheckin.shuffler.store.StoreBatch;
import org.shuffledcheckin.shuffler.store.StoreChanges;
import org.shuffledcheckin.shuffler.store.StoreException;

/**
 * A disk in memory whose writes can be made to fail, before or after they took effect. It outlives
 * the stores opened on it, as a disk outlives processes.
 */
final class MemoryDisk implements Store.Opener {
  /** What the next write does. */
  enum Fault {
    NONE,
    /** Fails and leaves no trace. */
    LOST,
    /** Fails, yet is found when the store is opened again. */
    APPLIED
  }

  private final Map<Store.Table, NavigableMap<byte[], byte[]>> tables =
      new EnumMap<>(Store.Table.class);
  private final Map<RoundId, NavigableMap<byte[], byte[]>> spools = new HashMap<>();
  private Fault fault = Fault.NONE;
  private boolean broken;
  private int reads;
  private Runnable beforeWrite = () -> {};

  MemoryDisk() {
    for (Store.Table table : Store.Table.values()) {
      tables.put(table, map());
    }
  }

  /** Makes the next write fail. */
  synchronized void failNext(Fault next) {
    fault = next;
  }

  /** While broken, nothing is written and no store opens. */
  synchronized void setBroken(boolean now) {
    broken = now;
  }

  /** Runs before every write, without any lock. */
  synchronized void beforeWrite(Runnable action) {
    beforeWrite = action;
  }

  synchronized Map<String, byte[]> dump(Store.Table table) {
    Map<String, byte[]> dump = new HashMap<>();
    tables.get(table).forEach((key, value) -> dump.put(Arrays.toString(key), value));
    return dump;
  }

  /** How often a spool was read on. */
  synchronized int reads() {
    return reads;
  }

  synchronized boolean hasSpool(RoundId round) {
    return spools.containsKey(round);
  }

  @Override
  public synchronized Store open() {
    if (broken) {
      throw new StoreException("the disk is broken");
    }
    return new MemoryStore();
  }

  private static NavigableMap<byte[], byte[]> map() {
    return new TreeMap<>(Arrays::compareUnsigned);
  }

  private final class MemoryStore implements Store {
    private boolean closed;
    private boolean poisoned;

    @Override
    public void forEach(Table table, BiConsumer<byte[], byte[]> visitor) {
      synchronized (MemoryDisk.this) {
        tables.get(table).forEach(visitor);
      }
    }

    @Override
    public void write(StoreBatch batch, Durability durability) {
      Runnable action;
      synchronized (MemoryDisk.this) {
        action = beforeWrite;
      }
      action.run();
      synchronized (MemoryDisk.this) {
        Fault now = fault;
        fault = Fault.NONE;
        if (closed || poisoned || broken || now == Fault.LOST) {
          poisoned = true;
          throw new StoreException("write failed");
        }
        apply(batch);
        if (now == Fault.APPLIED) {
          poisoned = true;
          throw new StoreException("write failed");
        }
      }
    }

    private void apply(StoreBatch batch) {
      for (StoreChanges.Plain change : StoreChanges.of(batch)) {
        NavigableMap<byte[], byte[]> target =
            change.spool().map(spools::get).orElseGet(() -> tables.get(change.table().get()));
        if (change.value().isPresent()) {
          target.put(change.key(), change.value().get());
        } else {
          target.remove(change.key());
        }
      }
    }

    @Override
    public Set<RoundId> spools() {
      synchronized (MemoryDisk.this) {
        return Set.copyOf(spools.keySet());
      }
    }

    @Override
    public void createSpool(RoundId round) {
      synchronized (MemoryDisk.this) {
        spools.computeIfAbsent(round, id -> map());
      }
    }

    @Override
    public void dropSpool(RoundId round) {
      synchronized (MemoryDisk.this) {
        if (closed) {
          throw new StoreException("closed");
        }
        spools.remove(round);
      }
    }

    @Override
    public Optional<byte[]> get(RoundId round, byte[] key) {
      synchronized (MemoryDisk.this) {
        return Optional.ofNullable(spool(round).get(key));
      }
    }

    @Override
    public List<Entry> read(
        RoundId round, byte[] after, byte[] before, int maxEntries, int maxBytes) {
      synchronized (MemoryDisk.this) {
        reads++;
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
    }

    private NavigableMap<byte[], byte[]> spool(RoundId round) {
      NavigableMap<byte[], byte[]> spool = spools.get(round);
      if (spool == null || closed) {
        throw new StoreException("no spool");
      }
      return spool;
    }

    @Override
    public void close() {
      synchronized (MemoryDisk.this) {
        closed = true;
      }
    }
  }
}
