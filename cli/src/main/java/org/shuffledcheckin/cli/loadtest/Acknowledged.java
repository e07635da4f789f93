package org.shuffledcheckin.cli.loadtest;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * The drivers' book: for every round, how many reports the shuffler acknowledged, by the fate that
 * their senders know they must meet at the aggregator. Safe for several threads.
 */
final class Acknowledged {
  /** The fate of a good report; every other fate is the label of a rejection reason. */
  static final String COUNTED = "counted";

  private final Map<RoundId, Map<String, Tally>> rounds = new HashMap<>();

  private static final class Tally {
    private long least;
    private long most;
  }

  /** Enters reports that may have been taken, until {@link #confirm} or {@link #withdraw}. */
  synchronized void sent(RoundId round, String fate, long reports) {
    tally(round, fate).most += reports;
  }

  /** Makes reports that were entered certain: their acknowledgement came. */
  synchronized void confirm(RoundId round, String fate, long reports) {
    tally(round, fate).least += reports;
  }

  /** Takes reports back that were certainly not taken. */
  synchronized void withdraw(RoundId round, String fate, long reports) {
    tally(round, fate).most -= reports;
  }

  /** Enters reports whose end is known. */
  synchronized void add(RoundId round, String fate, Bounds reports) {
    Tally tally = tally(round, fate);
    tally.least += reports.least();
    tally.most += reports.most();
  }

  /** What each round must show, by fate; rounds in order. */
  synchronized Map<RoundId, Map<String, Bounds>> rounds() {
    Map<RoundId, Map<String, Bounds>> all =
        new TreeMap<>(
            Comparator.comparing((RoundId id) -> id.run().toString())
                .thenComparingLong(RoundId::number));
    rounds.forEach(
        (round, fates) -> {
          Map<String, Bounds> bounds = new TreeMap<>();
          fates.forEach((fate, tally) -> bounds.put(fate, new Bounds(tally.least, tally.most)));
          all.put(round, bounds);
        });
    return all;
  }

  private Tally tally(RoundId round, String fate) {
    return rounds
        .computeIfAbsent(round, id -> new HashMap<>())
        .computeIfAbsent(fate, label -> new Tally());
  }
}
