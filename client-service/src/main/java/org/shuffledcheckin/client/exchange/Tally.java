package org.shuffledcheckin.client.exchange;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * What became of what clients said.
 *
 * @param outcomes how many messages ended how
 * @param unheard those whose end nobody knows, in the order of clients; sending the same bytes
 *     again is safe
 * @param <M> what was said
 * @param <O> what may have become of it
 */
public record Tally<M extends ClientMessage, O extends Outcome>(
    Map<O, Long> outcomes, List<M> unheard) {
  /** Copies both. */
  public Tally {
    outcomes = Map.copyOf(outcomes);
    unheard = unheard.stream().sorted(Comparator.comparingInt(ClientMessage::client)).toList();
  }

  /** How many messages ended so. */
  public long of(O outcome) {
    return outcomes.getOrDefault(outcome, 0L);
  }
}
