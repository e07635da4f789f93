package org.shuffledcheckin.shuffler.release;

import java.util.List;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.report.sum.WordSum;
import org.shuffledcheckin.shuffler.round.JudgedRound;
import org.shuffledcheckin.shuffler.round.Verdict;
import org.shuffledcheckin.shuffler.store.Store;
import org.shuffledcheckin.shuffler.store.Store.Spool;
import org.shuffledcheckin.shuffler.store.Store.Spool.Part;
import org.shuffledcheckin.shuffler.store.StoreException;
import org.shuffledcheckin.shuffler.store.StoreGuard;

/**
 * Adds up the shares that a verdict keeps, one block of them in memory. A function of the shares
 * and the one verdict that was written down, so that it can be computed again after a crash.
 */
public final class ShareSum {
  private final StoreGuard store;

  /** Reads shares from a store. */
  public ShareSum(StoreGuard store) {
    this.store = store;
  }

  /**
   * The sum as it travels: words of 32 bits, little-endian.
   *
   * @throws StoreException if the store does not hold exactly the shares that were judged
   */
  public byte[] of(JudgedRound round) {
    Verdict verdict = round.verdict().orElseThrow();
    Spool shares = new Spool(round.terms().id(), Part.SHARES);
    WordSum sum = new WordSum(round.terms().randomizer().dimension());
    Store.Cursor cursor =
        Store.Cursor.start(WireLimits.REPORTS_PER_BLOCK, WireLimits.REPORT_BLOCK_BYTES);
    int place = 0;
    for (List<Store.Entry> block = read(shares, cursor);
        !block.isEmpty();
        block = read(shares, cursor)) {
      for (Store.Entry share : block) {
        if (verdict.keeps(place)) {
          sum.add(share.value(), 0);
        }
        place++;
      }
      cursor = cursor.past(block);
    }
    if (place != round.reports()) {
      throw new StoreException("the batch has another number of shares than was counted");
    }
    return sum.toBytes();
  }

  private List<Store.Entry> read(Spool shares, Store.Cursor cursor) {
    return store.reading().read(shares, cursor);
  }
}
