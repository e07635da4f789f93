package org.shuffledcheckin.loadtest.balance;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * What load drivers remember: for every round, how many reports the shuffler acknowledged, by the
 * fate that their senders know they must meet at the aggregator. Safe for several threads.
 */
public final class AckLedger {
  /** The fate of a good report; every other fate is the label of a rejection reason. */
  public static final String COUNTED = "counted";

  private final Map<RoundId, Map<String, Tally>> rounds = new HashMap<>();

  private static final class Tally {
    private long least;
    private long most;
  }

  /** Enters reports that may have been taken, until {@link #confirm} or {@link #withdraw}. */
  public synchronized void sent(RoundId round, String fate, long reports) {
    tally(round, fate).most += reports;
  }

  /** Makes reports that were entered certain: their acknowledgement came. */
  public synchronized void confirm(RoundId round, String fate, long reports) {
    tally(round, fate).least += reports;
  }

  /** Takes reports back that were certainly not taken. */
  public synchronized void withdraw(RoundId round, String fate, long reports) {
    tally(round, fate).most -= reports;
  }

  /** Enters reports whose end is known. */
  public synchronized void add(RoundId round, String fate, CountRange reports) {
    Tally tally = tally(round, fate);
    tally.least += reports.least();
    tally.most += reports.most();
  }

  /** What each round must show, by fate; rounds in order. */
  public synchronized Map<RoundId, Map<String, CountRange>> rounds() {
    Map<RoundId, Map<String, CountRange>> all =
        new TreeMap<>(
            Comparator.comparing((RoundId id) -> id.run().toString())
                .thenComparingLong(RoundId::number));
    rounds.forEach(
        (round, fates) -> {
          Map<String, CountRange> bounds = new TreeMap<>();
          fates.forEach((fate, tally) -> bounds.put(fate, new CountRange(tally.least, tally.most)));
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
