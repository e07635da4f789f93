package org.shuffledcheckin.aggregator.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
import org.shuffledcheckin.aggregator.store.RoundOutcome;
import org.shuffledcheckin.aggregator.store.RunHistory;
import org.shuffledcheckin.aggregator.store.StoredEvaluation;

/**
 * What everyone may know of a round. Holds counts, never a report.
 *
 * @param number of the round
 * @param epsilon proven upper bound on the cost of the run with this round
 * @param outcome what became of it; nothing while it is open
 * @param accuracy of the model it made, if that was measured
 */
public record RoundView(
    long number, double epsilon, Optional<RoundOutcome> outcome, OptionalDouble accuracy) {
  /** Up to {@code limit} rounds after a number, in order. */
  public static List<RoundView> after(RunHistory history, long number, int limit) {
    Map<Long, Double> accuracies =
        history.evaluations().stream()
            .collect(Collectors.toMap(StoredEvaluation::round, StoredEvaluation::accuracy));
    return history.ledgerAfter(number, limit).stream()
        .map(entry -> of(entry, history, Optional.ofNullable(accuracies.get(entry.sequence()))))
        .toList();
  }

  private static RoundView of(LedgerEntry entry, RunHistory history, Optional<Double> accuracy) {
    return new RoundView(
        entry.sequence(),
        entry.charge().after().epsilon(),
        history.outcome(entry.sequence()),
        accuracy.map(OptionalDouble::of).orElseGet(OptionalDouble::empty));
  }
}
