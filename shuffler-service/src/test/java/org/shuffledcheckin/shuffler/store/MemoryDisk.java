package org.shuffledcheckin.shuffler.store;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * A disk in memory whose writes can be made to fail, before or after they took effect, and which
 * can lose power.
 */
public final class MemoryDisk implements TestDisk {
  /** What the next write does. */
  public enum Fault {
    NONE,
    /** Fails and leaves no trace. */
    LOST,
    /** Fails, yet is found when the store is opened again. */
    APPLIED
  }

  private final MemoryStore memory = new MemoryStore();
  private final Path folder;
  private Fault fault = Fault.NONE;
  private boolean broken;
  private Optional<RandomGenerator> losses = Optional.empty();
  private int batchReads;
  private Runnable beforeWrite = () -> {};

  /** Keeps nothing in the folder itself. */
  public MemoryDisk(Path folder) {
    this.folder = folder;
  }

  @Override
  public Path folder() {
    return folder;
  }

  /** Makes every crash one of the whole machine, which loses all that was not on disk. */
  public MemoryDisk losingPower() {
    return losingPower(() -> 0);
  }

  /**
   * Makes every crash one of the whole machine, which keeps a beginning of what was not on disk.
   */
  public MemoryDisk losingPower(RandomGenerator random) {
    losses = Optional.of(random);
    return this;
  }

  @Override
  public void crash(Runnable close) {
    fail();
    close.run();
    losses.ifPresent(memory::losePower);
    mend();
  }

  @Override
  public synchronized void fail() {
    broken = true;
  }

  @Override
  public synchronized void mend() {
    broken = false;
  }

  /** Makes the next write fail. */
  public synchronized void failNext(Fault next) {
    fault = next;
  }

  /** Runs before every write, without any lock. */
  public synchronized void beforeWrite(Runnable action) {
    beforeWrite = action;
  }

  /** How often somebody read on in the reports of a round. */
  public synchronized int batchReads() {
    return batchReads;
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
    public List<Entry> read(Keyspace keyspace, Cursor cursor) {
      synchronized (MemoryDisk.this) {
        requireOpen();
        if (keyspace instanceof Spool spool && spool.part() == Spool.Part.REPORTS) {
          batchReads++;
        }
        return memory.read(keyspace, cursor);
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
        requireOpen();
        Fault now = fault;
        fault = Fault.NONE;
        if (poisoned || broken || now == Fault.LOST) {
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
        requireOpen();
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
