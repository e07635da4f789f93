package org.shuffledcheckin.integration.containers;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.shuffledcheckin.client.exchange.Delivery;
import org.shuffledcheckin.client.exchange.DeliveryOutcome;

/**
 * What clients were told about their pledges and deliveries: the other side of the aggregator's
 * books. Safe for several threads.
 */
final class DeliveryBook {
  private static final class Entry {
    private final int reports;
    private int pending;
    private boolean acknowledged;
    private boolean unheard;

    Entry(int reports) {
      this.reports = reports;
    }
  }

  private final Map<Long, Map<String, Entry>> rounds = new HashMap<>();
  private final Map<Long, Long> pledges = new HashMap<>();

  /** Deliveries leave for the shuffler. */
  synchronized void sent(long round, List<Delivery> deliveries) {
    for (Delivery delivery : deliveries) {
      entry(round, delivery).pending++;
    }
  }

  /** The shuffler has replied. */
  synchronized void replied(long round, List<Delivery> deliveries, List<DeliveryOutcome> outcomes) {
    for (int i = 0; i < deliveries.size(); i++) {
      Entry entry = entry(round, deliveries.get(i));
      entry.pending--;
      entry.acknowledged |=
          outcomes.get(i) == DeliveryOutcome.ACCEPTED
              || outcomes.get(i) == DeliveryOutcome.ALREADY_DELIVERED;
    }
  }

  /** No reply came, so nobody can tell whether the deliveries are durable. */
  synchronized void unheard(long round, List<Delivery> deliveries) {
    for (Delivery delivery : deliveries) {
      Entry entry = entry(round, delivery);
      entry.pending--;
      entry.unheard = true;
    }
  }

  private Entry entry(long round, Delivery delivery) {
    return rounds
        .computeIfAbsent(round, number -> new HashMap<>())
        .computeIfAbsent(
            HexFormat.of().formatHex(delivery.credential()),
            client -> new Entry(delivery.sealedReports().size()));
  }

  /** Whether replies to deliveries of rounds up to this one may still come. */
  synchronized boolean isQuiet(long upTo) {
    return rounds.entrySet().stream()
        .filter(round -> round.getKey() <= upTo)
        .flatMap(round -> round.getValue().values().stream())
        .allMatch(entry -> entry.pending == 0);
  }

  /** The reports of a round whose clients were told that they count. */
  synchronized long acknowledged(long round) {
    return entries(round).values().stream()
        .filter(entry -> entry.acknowledged)
        .mapToLong(entry -> entry.reports)
        .sum();
  }

  /** The reports of a round of which only the shuffler knows. */
  synchronized long uncertain(long round) {
    return entries(round).values().stream()
        .filter(entry -> !entry.acknowledged && entry.unheard)
        .mapToLong(entry -> entry.reports)
        .sum();
  }

  /** Pledges were told that they count. */
  synchronized void pledged(long round, long clients) {
    pledges.merge(round, clients, Long::sum);
  }

  /** How many clients were told that their pledge to a round counts. */
  synchronized long pledged(long round) {
    return pledges.getOrDefault(round, 0L);
  }

  /** The newest round that anybody pledged to. */
  synchronized long newest() {
    return pledges.keySet().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  private Map<String, Entry> entries(long round) {
    return rounds.getOrDefault(round, Map.of());
  }
}
