package org.shuffledcheckin.shuffler.release;

import java.util.List;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.shuffler.round.ClosedRound;
import org.shuffledcheckin.shuffler.store.Store;
import org.shuffledcheckin.shuffler.store.Store.Spool;
import org.shuffledcheckin.shuffler.store.Store.Spool.Part;
import org.shuffledcheckin.shuffler.store.StoreException;
import org.shuffledcheckin.shuffler.store.StoreGuard;

/**
 * Reads a released batch block by block, in the order of the random keys drawn at intake: a uniform
 * permutation, the same for every reader. Holds one block in memory. Not safe for use by several
 * threads at once.
 */
public final class BatchReader {
  private final StoreGuard store;
  private final ClosedRound round;
  private Store.Cursor cursor =
      Store.Cursor.start(WireLimits.REPORTS_PER_BLOCK, WireLimits.REPORT_BLOCK_BYTES);
  private long read;

  /** Reads the batch of a released round. */
  public BatchReader(StoreGuard store, ClosedRound round) {
    this.store = store;
    this.round = round;
  }

  /**
   * The next reports; none at the end.
   *
   * @throws StoreException if the store does not hold exactly the reports that were counted
   */
  public List<byte[]> next() {
    List<Store.Entry> entries = store.reading().read(new Spool(round.id(), Part.REPORTS), cursor);
    if (entries.isEmpty() && read != round.reports()) {
      throw new StoreException("the batch has another number of reports than was counted");
    }
    cursor = cursor.past(entries);
    read += entries.size();
    return entries.stream().map(Store.Entry::value).toList();
  }
}
