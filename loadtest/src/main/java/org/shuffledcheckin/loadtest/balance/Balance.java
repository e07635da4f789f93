package org.shuffledcheckin.loadtest.balance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * What the shuffler acknowledged beside what the aggregator counted, round by round and fate by
 * fate. Finds every report that was lost, counted twice, or refused for another reason than its
 * sender gave, unless reports of the same fate make up for each other; nothing is compared in a
 * round that was declared discarded, except that nothing of it was counted.
 *
 * @param acknowledged reports by round and fate, as their senders know it
 * @param counts what the aggregator says of each round that it decided
 */
public record Balance(
    Map<RoundId, Map<String, CountRange>> acknowledged, Map<RoundId, RoundCounts> counts) {

  /** All acknowledged reports, of misbehaving clients too. */
  public CountRange reports() {
    return acknowledged.keySet().stream().map(this::of).reduce(CountRange.NONE, CountRange::plus);
  }

  /** The acknowledged reports of a round. */
  public CountRange of(RoundId round) {
    return total(acknowledged.getOrDefault(round, Map.of()));
  }

  /** Reports that were summed. */
  public long counted() {
    return counts.values().stream().mapToLong(RoundCounts::counted).sum();
  }

  /** Reports that were refused, by reason. */
  public Map<String, Long> rejected() {
    Map<String, Long> sum = new TreeMap<>();
    counts
        .values()
        .forEach(round -> round.rejected().forEach((why, n) -> sum.merge(why, n, Long::sum)));
    return sum;
  }

  /** Rounds whose reports were counted. */
  public long released() {
    return counts.values().stream().filter(RoundCounts::isReleased).count();
  }

  /** Rounds that were declared discarded. */
  public long discarded() {
    return counts.size() - released();
  }

  /** Acknowledged reports whose round was declared discarded. */
  public CountRange inDiscarded() {
    return acknowledged.keySet().stream()
        .filter(round -> counts.containsKey(round) && !counts.get(round).isReleased())
        .map(this::of)
        .reduce(CountRange.NONE, CountRange::plus);
  }

  /**
   * What does not add up, one sentence each; nothing if all is well.
   *
   * @param sole whether every report of the system came from here; otherwise others may add to
   *     every count, and only losses can be found
   */
  public List<String> violations(boolean sole) {
    List<String> found = new ArrayList<>();
    acknowledged.forEach(
        (round, fates) -> {
          RoundCounts counted = counts.get(round);
          if (counted != null) {
            compare(round.number(), fates, counted, sole, found);
          } else if (total(fates).least() > 0) {
            found.add(
                "round %d took %s reports and was neither committed nor declared discarded"
                    .formatted(round.number(), total(fates)));
          }
        });
    return found;
  }

  private static void compare(
      long round,
      Map<String, CountRange> fates,
      RoundCounts counted,
      boolean sole,
      List<String> found) {
    if (!counted.isReleased()) {
      if (counted.reports() > 0) {
        found.add(
            "round %d was discarded as %s, yet %d of its reports were counted or rejected"
                .formatted(round, counted.disposition(), counted.reports()));
      }
      return;
    }
    Set<String> labels = new TreeSet<>(fates.keySet());
    labels.addAll(counted.rejected().keySet());
    labels.add(AckLedger.COUNTED);
    int before = found.size();
    for (String fate : labels) {
      CountRange due = fates.getOrDefault(fate, CountRange.NONE);
      long actual = counted.of(fate);
      String words = fate.equals(AckLedger.COUNTED) ? fate : "rejected as " + fate;
      if (actual < due.least()) {
        found.add(
            "round %d: %d reports were %s, %d fewer than were acknowledged"
                .formatted(round, actual, words, due.least() - actual));
      } else if (sole && actual > due.most()) {
        found.add(
            "round %d: %d reports were %s, %d more than anybody sent"
                .formatted(round, actual, words, actual - due.most()));
      }
    }
    // Said once more in total, because that is the promise; the lines above say where.
    if (found.size() > before) {
      found.add(
          "round %d: %s reports were acknowledged and %d were counted or rejected"
              .formatted(round, total(fates), counted.reports()));
    }
  }

  private static CountRange total(Map<String, CountRange> fates) {
    return fates.values().stream().reduce(CountRange.NONE, CountRange::plus);
  }
}
