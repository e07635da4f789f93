package org.shuffledcheckin.shuffler.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.shuffler.store.Store.Keyspace;

/** Changes that are written together or not at all. Not safe for use by several threads. */
public final class StoreBatch {
  private final List<Change> changes = new ArrayList<>();

  /**
   * One change.
   *
   * @param value empty deletes the key
   */
  // The batch is the arrays' only holder from here on; see Store.Entry.
  @SuppressWarnings("ArrayRecordComponent")
  record Change(Keyspace keyspace, byte[] key, Optional<byte[]> value) {}

  /** Puts a record. */
  public StoreBatch put(Keyspace keyspace, byte[] key, byte[] value) {
    changes.add(new Change(keyspace, key, Optional.of(value)));
    return this;
  }

  /** Deletes a record. */
  public StoreBatch delete(Keyspace keyspace, byte[] key) {
    changes.add(new Change(keyspace, key, Optional.empty()));
    return this;
  }

  /** Whether nothing would be written. */
  public boolean isEmpty() {
    return changes.isEmpty();
  }

  List<Change> changes() {
    return changes;
  }
}
