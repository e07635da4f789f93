package org.shuffledcheckin.shuffler.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.shuffler.store.Store.Table;

/** Changes that are written together or not at all. Not safe for use by several threads. */
public final class StoreBatch {
  private final List<Change> changes = new ArrayList<>();
  private long bytes;

  /**
   * One change, to a table or to a round's spool.
   *
   * @param value empty deletes the key
   */
  // The batch is the arrays' only holder from here on; see Store.Entry.
  @SuppressWarnings("ArrayRecordComponent")
  record Change(Table table, RoundId spool, byte[] key, Optional<byte[]> value) {}

  /** Puts a record into a table. */
  public StoreBatch put(Table table, byte[] key, byte[] value) {
    return add(new Change(table, null, key, Optional.of(value)));
  }

  /** Puts a record into a round's spool. */
  public StoreBatch put(RoundId spool, byte[] key, byte[] value) {
    return add(new Change(null, spool, key, Optional.of(value)));
  }

  /** Deletes a record from a table. */
  public StoreBatch delete(Table table, byte[] key) {
    return add(new Change(table, null, key, Optional.empty()));
  }

  /** Whether nothing would be written. */
  public boolean isEmpty() {
    return changes.isEmpty();
  }

  /** How many bytes the values have together. */
  public long bytes() {
    return bytes;
  }

  List<Change> changes() {
    return changes;
  }

  private StoreBatch add(Change change) {
    changes.add(change);
    bytes += change.value().map(value -> value.length).orElse(0);
    return this;
  }
}
