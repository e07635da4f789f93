package org.shuffledcheckin.aggregator.store;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;

/** What is known of a run's past, for those who only look: dashboards, reports, run folders. */
public interface RunHistory {
  /** Ledger entries that are held in memory at a time. */
  int PAGE = 1000;

  /** Up to {@code limit} ledger entries after a position, in order. */
  List<LedgerEntry> ledgerAfter(long sequence, int limit);

  /** Reads the ledger from its first entry to its last, page by page. */
  default void forEachEntry(Consumer<LedgerEntry> entries) {
    for (var page = ledgerAfter(0, PAGE); !page.isEmpty(); ) {
      page.forEach(entries);
      page = ledgerAfter(page.get(page.size() - 1).sequence(), PAGE);
    }
  }

  /** What became of a round; nothing while that is undecided. */
  Optional<RoundOutcome> outcome(long number);

  /** The parameters that a round announced, byte for byte; nothing if there is no such round. */
  Optional<byte[]> announced(long number);

  /** The newest model. */
  StoredModel newestModel();

  /** All evaluations, by round. */
  List<StoredEvaluation> evaluations();

  /** Accuracy of the newest model that was measured. */
  default OptionalDouble accuracy() {
    return evaluations().stream().mapToDouble(StoredEvaluation::accuracy).reduce((a, b) -> b);
  }

  /** Counts over all rounds. */
  RunTotals totals();
}
