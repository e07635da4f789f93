package org.shuffledcheckin.shuffler.store;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * A disk in memory whose writes can be made to fail, before or after they took effect. It outlives
 * the stores opened on it, as a disk outlives processes.
 */
public final class MemoryDisk implements Store.Opener {
  /** What the next write does. */
  public enum Fault {
    NONE,
    /** Fails and leaves no trace. */
    LOST,
    /** Fails, yet is found when the store is opened again. */
    APPLIED
  }

  private final Store memory = new MemoryStore();
  private Fault fault = Fault.NONE;
  private boolean broken;
  private int reads;
  private Runnable beforeWrite = () -> {};

  /** Makes the next write fail. */
  public synchronized void failNext(Fault next) {
    fault = next;
  }

  /** While broken, nothing is written and no store opens. */
  public synchronized void setBroken(boolean now) {
    broken = now;
  }

  /** Runs before every write, without any lock. */
  public synchronized void beforeWrite(Runnable action) {
    beforeWrite = action;
  }

  public synchronized Map<String, byte[]> dump(Store.Table table) {
    Map<String, byte[]> dump = new HashMap<>();
    memory.forEach(table, (key, value) -> dump.put(Arrays.toString(key), value));
    return dump;
  }

  /** How often a spool was read on. */
  public synchronized int reads() {
    return reads;
  }

  public synchronized boolean hasSpool(RoundId round) {
    return memory.spools().contains(round);
  }

  @Override
  public synchronized Store open() {
    if (broken) {
      throw new StoreException("the disk is broken");
    }
    return new OpenStore();
  }

  private final class OpenStore implements Store {
    private boolean closed;
    private boolean poisoned;

    @Override
    public void forEach(Table table, BiConsumer<byte[], byte[]> visitor) {
      synchronized (MemoryDisk.this) {
        memory.forEach(table, visitor);
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
        memory.write(batch, durability);
        if (now == Fault.APPLIED) {
          poisoned = true;
          throw new StoreException("write failed");
        }
      }
    }

    @Override
    public Set<RoundId> spools() {
      synchronized (MemoryDisk.this) {
        return memory.spools();
      }
    }

    @Override
    public void createSpool(RoundId round) {
      synchronized (MemoryDisk.this) {
        memory.createSpool(round);
      }
    }

    @Override
    public void dropSpool(RoundId round) {
      synchronized (MemoryDisk.this) {
        requireOpen();
        memory.dropSpool(round);
      }
    }

    @Override
    public Optional<byte[]> get(RoundId round, byte[] key) {
      synchronized (MemoryDisk.this) {
        requireOpen();
        return memory.get(round, key);
      }
    }

    @Override
    public List<Entry> read(
        RoundId round, byte[] after, byte[] before, int maxEntries, int maxBytes) {
      synchronized (MemoryDisk.this) {
        requireOpen();
        reads++;
        return memory.read(round, after, before, maxEntries, maxBytes);
      }
    }

    private void requireOpen() {
      if (closed) {
        throw new StoreException("closed");
      }
    }

    @Override
    public void close() {
      synchronized (MemoryDisk.this) {
        closed = true;
      }
    }
  }
}
