package org.shuffledcheckin.cli.system;

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
import org.shuffledcheckin.cli.system.Weather.Fault;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.shuffler.store.Store;
import org.shuffledcheckin.shuffler.store.StoreBatch;
import org.shuffledcheckin.shuffler.store.StoreChanges;
import org.shuffledcheckin.shuffler.store.StoreException;

/**
 * The shuffler's disk, in memory: it outlives the processes that use it. Writes are atomic, as the
 * store promises, but may fail with or without effect, and the process may die before or after one.
 */
final class VirtualDisk implements Store.Opener {
  private final Map<Store.Table, NavigableMap<byte[], byte[]>> tables =
      new EnumMap<>(Store.Table.class);
  private final Map<RoundId, NavigableMap<byte[], byte[]>> spools = new HashMap<>();
  private final Weather weather;
  private boolean dead;

  VirtualDisk(Weather weather) {
    this.weather = weather;
    for (Store.Table table : Store.Table.values()) {
      tables.put(table, map());
    }
  }

  /** Whether the process that used the disk has died in a write. */
  synchronized boolean isDead() {
    return dead;
  }

  /** The process dies: from here on it writes nothing. */
  synchronized void die() {
    dead = true;
  }

  /** A new process may use the disk. */
  synchronized void revive() {
    dead = false;
  }

  @Override
  public synchronized Store open() {
    if (dead) {
      throw new StoreException("dead");
    }
    return new OpenStore();
  }

  private static NavigableMap<byte[], byte[]> map() {
    return new TreeMap<>(Arrays::compareUnsigned);
  }

  private final class OpenStore implements Store {
    private boolean failed;

    @Override
    public void forEach(Table table, BiConsumer<byte[], byte[]> visitor) {
      synchronized (VirtualDisk.this) {
        tables.get(table).forEach(visitor);
      }
    }

    @Override
    public void write(StoreBatch batch, Durability durability) {
      synchronized (VirtualDisk.this) {
        require(!dead && !failed);
        dead = weather.strikes(Fault.SHUFFLER_CRASH_BEFORE_WRITE);
        failed = weather.strikes(Fault.SHUFFLER_WRITE_LOST);
        require(!dead && !failed);
        StoreChanges.of(batch).forEach(this::apply);
        dead = weather.strikes(Fault.SHUFFLER_CRASH_AFTER_WRITE);
        failed = weather.strikes(Fault.SHUFFLER_WRITE_APPLIED);
        require(!dead && !failed);
      }
    }

    private void apply(StoreChanges.Plain change) {
      NavigableMap<byte[], byte[]> target =
          change.spool().map(spools::get).orElseGet(() -> tables.get(change.table().get()));
      if (change.value().isPresent()) {
        target.put(change.key(), change.value().get());
      } else {
        target.remove(change.key());
      }
    }

    @Override
    public Set<RoundId> spools() {
      synchronized (VirtualDisk.this) {
        return Set.copyOf(spools.keySet());
      }
    }

    @Override
    public void createSpool(RoundId round) {
      synchronized (VirtualDisk.this) {
        require(!dead);
        spools.computeIfAbsent(round, id -> map());
      }
    }

    @Override
    public void dropSpool(RoundId round) {
      synchronized (VirtualDisk.this) {
        require(!dead);
        spools.remove(round);
      }
    }

    @Override
    public Optional<byte[]> get(RoundId round, byte[] key) {
      synchronized (VirtualDisk.this) {
        return Optional.ofNullable(spool(round).get(key));
      }
    }

    @Override
    public List<Entry> read(
        RoundId round, byte[] after, byte[] before, int maxEntries, int maxBytes) {
      synchronized (VirtualDisk.this) {
        List<Entry> entries = new ArrayList<>();
        // One at a time, so that a batch takes many reads and can be cut off between any two.
        spool(round).subMap(after, false, before, false).entrySet().stream()
            .limit(1)
            .forEach(entry -> entries.add(new Entry(entry.getKey(), entry.getValue())));
        return entries;
      }
    }

    private NavigableMap<byte[], byte[]> spool(RoundId round) {
      require(!dead && spools.containsKey(round));
      return spools.get(round);
    }

    private void require(boolean good) {
      if (!good) {
        throw new StoreException("the disk failed");
      }
    }

    @Override
    public void close() {}
  }
}
