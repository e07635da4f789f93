package org.shuffledcheckin.loadtest.system;

import java.util.List;
import java.util.Set;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.loadtest.system.Weather.Fault;
import org.shuffledcheckin.shuffler.store.MemoryStore;
import org.shuffledcheckin.shuffler.store.Store;
import org.shuffledcheckin.shuffler.store.StoreBatch;
import org.shuffledcheckin.shuffler.store.StoreException;

/**
 * The shuffler's disk, in memory: it outlives the processes that use it. Writes are atomic, as the
 * store promises, but may fail with or without effect, and the machine may lose power before or
 * after one, and with it what was not written to disk.
 */
final class VirtualDisk implements Store.Opener {
  private static final int PAGE = 16;

  private final MemoryStore memory = new MemoryStore();
  private final Weather weather;
  private boolean dead;

  VirtualDisk(Weather weather) {
    this.weather = weather;
  }

  /** Whether the process that used the disk has died in a write. */
  synchronized boolean isDead() {
    return dead;
  }

  /** The process dies: from here on it writes nothing. */
  synchronized void die() {
    dead = true;
  }

  /** A new process may use the disk, which lost a part of what was not synced when it died. */
  synchronized void revive() {
    if (dead) {
      memory.losePower(weather.random);
    }
    dead = false;
  }

  @Override
  public synchronized Store open() {
    if (dead) {
      throw new StoreException("dead");
    }
    return new OpenStore();
  }

  private final class OpenStore implements Store {
    private boolean failed;

    @Override
    public List<Entry> read(Keyspace keyspace, Cursor cursor) {
      synchronized (VirtualDisk.this) {
        require(!dead);
        // A few at a time, so that a batch takes several reads and can be cut off between any two.
        return memory.read(keyspace, new Cursor(cursor.after(), PAGE, cursor.maxBytes()));
      }
    }

    @Override
    public void write(StoreBatch batch, Durability durability) {
      synchronized (VirtualDisk.this) {
        require(!dead && !failed);
        dead = weather.strikes(Fault.SHUFFLER_CRASH_BEFORE_WRITE);
        failed = weather.strikes(Fault.SHUFFLER_WRITE_LOST);
        require(!dead && !failed);
        memory.write(batch, durability);
        dead = weather.strikes(Fault.SHUFFLER_CRASH_AFTER_WRITE);
        failed = weather.strikes(Fault.SHUFFLER_WRITE_APPLIED);
        require(!dead && !failed);
      }
    }

    @Override
    public Set<RoundId> spools() {
      synchronized (VirtualDisk.this) {
        return memory.spools();
      }
    }

    @Override
    public void createSpool(RoundId round) {
      synchronized (VirtualDisk.this) {
        require(!dead);
        memory.createSpool(round);
      }
    }

    @Override
    public void dropSpool(RoundId round) {
      synchronized (VirtualDisk.this) {
        require(!dead);
        memory.dropSpool(round);
      }
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
