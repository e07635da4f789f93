package org.shuffledcheckin.client.policy;

import static org.shuffledcheckin.accountant.Arguments.requireAtLeast;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.shuffledcheckin.accountant.CheckInRound;

/**
 * What a client has charged itself for: how often each kind of round. The order of rounds does not
 * matter to the accountant, so it is not kept. Immutable.
 *
 * @param rounds how many rounds of each kind, each at least one
 */
public record Spending(Map<CheckInRound, Long> rounds) {
  /** Nothing spent. */
  public static final Spending NONE = new Spending(Map.of());

  /** Validates the counts. */
  public Spending {
    rounds = Map.copyOf(rounds);
    rounds.values().forEach(times -> requireAtLeast("rounds of a kind", times, 1));
  }

  /** This and {@code times} more rounds of a kind. */
  public Spending plus(CheckInRound round, long times) {
    if (times == 0) {
      return this;
    }
    Map<CheckInRound, Long> sum = new LinkedHashMap<>(rounds);
    sum.merge(round, times, Math::addExact);
    return new Spending(sum);
  }

  /** How many rounds of a kind were spent. */
  public long times(CheckInRound round) {
    return rounds.getOrDefault(round, 0L);
  }

  /** Whether this is at least the other in every kind, so that it costs at least as much. */
  boolean covers(Spending other) {
    return other.rounds.entrySet().stream()
        .allMatch(entry -> times(entry.getKey()) >= entry.getValue());
  }

  /** The kinds in an order that depends on nothing but their values. */
  List<Map.Entry<CheckInRound, Long>> ordered() {
    return rounds.entrySet().stream()
        .sorted(Comparator.comparing(entry -> entry.getKey().toString()))
        .collect(Collectors.toUnmodifiableList());
  }
}
