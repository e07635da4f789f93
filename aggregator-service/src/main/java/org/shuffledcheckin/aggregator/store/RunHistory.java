package org.shuffledcheckin.aggregator.store;

import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;

/** What is known of a run's past, for those who only look: dashboards, reports, run folders. */
public interface RunHistory {
  /** Up to {@code limit} ledger entries after a position, in order. */
  List<LedgerEntry> ledgerAfter(long sequence, int limit);

  /** What became of a round; nothing while that is undecided. */
  Optional<RoundOutcome> outcome(long number);

  /** The newest model. */
  StoredModel newestModel();

  /** All evaluations, by round. */
  List<StoredEvaluation> evaluations();

  /** Counts over all rounds. */
  RunTotals totals();
}
