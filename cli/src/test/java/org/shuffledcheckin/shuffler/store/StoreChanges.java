package org.shuffledcheckin.shuffler.store;

import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.kit.round.RoundId;

/** Lets tests outside this package look into a batch. */
public final class StoreChanges {
  private StoreChanges() {}

  /** One change. */
  // Test data, compared by nobody.
  @SuppressWarnings("ArrayRecordComponent")
  public record Plain(
      Optional<Store.Table> table, Optional<RoundId> spool, byte[] key, Optional<byte[]> value) {}

  /** Everything in a batch. */
  public static List<Plain> of(StoreBatch batch) {
    return batch.changes().stream()
        .map(
            change ->
                new Plain(
                    Optional.ofNullable(change.table()),
                    Optional.ofNullable(change.spool()),
                    change.key(),
                    change.value()))
        .toList();
  }
}
