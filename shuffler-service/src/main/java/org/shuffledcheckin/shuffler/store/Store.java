package org.shuffledcheckin.shuffler.store;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * Keeps tables of records, and for every unfinished round a spool that can be thrown away whole.
 * Writes are atomic over tables and spools. Everything throws {@link StoreException}.
 */
public interface Store extends AutoCloseable {
  /** What a table holds. */
  enum Table {
    /** Client registry: pages of secrets' hashes. */
    CLIENTS,
    /** What was witnessed of each run. */
    RUNS,
    /** Unfinished rounds. */
    ROUNDS
  }

  /** When a write returns. */
  enum Durability {
    /** After the disk has it: it survives a power failure. */
    DISK,
    /** After the system has it: it survives the end of the process. */
    PROCESS
  }

  /**
   * One entry of a spool.
   *
   * @param key within the spool
   * @param value its bytes
   */
  // Entries are handed over, not shared: copying every report would double the work of a release.
  @SuppressWarnings("ArrayRecordComponent")
  record Entry(byte[] key, byte[] value) {}

  /** Shows every record of a table, in the order of keys. */
  void forEach(Table table, BiConsumer<byte[], byte[]> visitor);

  /** Writes all of the batch or nothing. */
  void write(StoreBatch batch, Durability durability);

  /** The rounds that have a spool. */
  Set<RoundId> spools();

  /** Makes an empty spool; one that is there already stays as it is. */
  void createSpool(RoundId round);

  /** Throws a spool away with everything in it, from disk too. */
  void dropSpool(RoundId round);

  /** One record of a spool. */
  Optional<byte[]> get(RoundId round, byte[] key);

  /**
   * Reads on in a spool, in the order of keys.
   *
   * @param after the key to begin after
   * @param before the key to end before
   * @param maxEntries how many entries at most
   * @param maxBytes how many bytes of values at most, unless the first alone has more
   */
  List<Entry> read(RoundId round, byte[] after, byte[] before, int maxEntries, int maxBytes);

  @Override
  void close();

  /** Opens the store, again after it failed. */
  interface Opener {
    /** Opens it. */
    Store open();
  }
}
