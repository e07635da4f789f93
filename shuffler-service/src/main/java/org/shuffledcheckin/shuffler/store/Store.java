package org.shuffledcheckin.shuffler.store;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * Keeps tables of records, and for every unfinished round a spool that can be thrown away whole.
 * Writes are atomic over tables and spools; keys are ordered as unsigned bytes. Everything throws
 * {@link StoreException}. What every implementation promises is tested by {@code StoreContract}.
 */
public interface Store extends AutoCloseable {
  /** An ordered map of keys to values. */
  sealed interface Keyspace permits Table, Spool {}

  /** A table, which is always there. */
  enum Table implements Keyspace {
    /** Client registry: pages of secrets' hashes. */
    CLIENTS,
    /** What was witnessed of each run. */
    RUNS,
    /** Unfinished rounds. */
    ROUNDS,
    /** The links of each run's ledger, by run and number. */
    LINKS
  }

  /** One part of a round's spool. */
  record Spool(RoundId round, Part part) implements Keyspace {
    /** What a spool holds. */
    public enum Part {
      /** How far the round has come: one record, under the empty key. */
      PROGRESS,
      /** Who pledged how many reports, and who has delivered: pages of marks, by number. */
      PLEDGES,
      /**
       * Sealed reports, by random key: the order of keys is the permutation of the batch. Where
       * reports are only added up, their sealed seeds.
       */
      REPORTS,
      /** Where reports are only added up, their shares, by the same keys. */
      SHARES,
      /** The verdict on the seeds and the sum of the kept shares, each once. */
      SUM
    }
  }

  /** When a write returns. */
  enum Durability {
    /** After the disk has it: it survives a power failure. */
    DISK,
    /** After the system has it: it survives the end of the process. */
    PROCESS
  }

  /**
   * One record.
   *
   * @param key within its keyspace
   * @param value its bytes
   */
  // Entries are handed over, not shared: copying every report would double the work of a release.
  @SuppressWarnings("ArrayRecordComponent")
  record Entry(byte[] key, byte[] value) {}

  /**
   * Where to read on, and how much at once.
   *
   * @param after the key to begin after; empty begins at the first
   * @param maxEntries how many entries at most
   * @param maxBytes how many bytes of values at most, unless the first alone has more
   */
  record Cursor(Optional<byte[]> after, int maxEntries, int maxBytes) {
    /** Begins at the first key. */
    public static Cursor start(int maxEntries, int maxBytes) {
      return new Cursor(Optional.empty(), maxEntries, maxBytes);
    }

    /** Goes on after what was read; stays where nothing was. */
    public Cursor past(List<Entry> read) {
      return read.isEmpty()
          ? this
          : new Cursor(Optional.of(read.get(read.size() - 1).key()), maxEntries, maxBytes);
    }
  }

  /** Reads on in a keyspace, in the order of keys; nothing at its end. */
  List<Entry> read(Keyspace keyspace, Cursor cursor);

  /** Writes all of the batch or nothing. */
  void write(StoreBatch batch, Durability durability);

  /** The rounds that have a spool. */
  Set<RoundId> spools();

  /** Makes an empty spool; one that is there already stays as it is. */
  void createSpool(RoundId round);

  /** Throws a spool away with everything in it, from disk too. */
  void dropSpool(RoundId round);

  @Override
  void close();

  /** Shows every record of a keyspace, in the order of keys. */
  default void forEach(Keyspace keyspace, BiConsumer<byte[], byte[]> visitor) {
    Cursor cursor = Cursor.start(1024, 1 << 20);
    for (List<Entry> page = read(keyspace, cursor); !page.isEmpty(); ) {
      page.forEach(entry -> visitor.accept(entry.key(), entry.value()));
      cursor = cursor.past(page);
      page = read(keyspace, cursor);
    }
  }

  /** Opens the store, again after it failed. */
  interface Opener {
    /** Opens it. */
    Store open();
  }
}
