package org.shuffledcheckin.cli.loadtest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * Compares what the shuffler acknowledged with what the aggregator counted, round by round and fate
 * by fate. Finds every report that was lost, counted twice, or refused for another reason than its
 * sender gave, unless reports of the same fate make up for each other; nothing is compared in a
 * round that was declared discarded, except that nothing of it was counted.
 */
final class BalanceCheck {
  private final boolean sole;

  /**
   * Prepares to compare.
   *
   * @param sole whether every report of the system came from here; otherwise others may add to
   *     every count, and only losses can be found
   */
  BalanceCheck(boolean sole) {
    this.sole = sole;
  }

  /** What does not add up, one sentence each; nothing if all is well. */
  List<String> violations(
      Map<RoundId, Map<String, Bounds>> acknowledged,
      Function<RoundId, Optional<RoundCounts>> counts) {
    List<String> found = new ArrayList<>();
    acknowledged.forEach(
        (round, fates) -> {
          Optional<RoundCounts> counted = counts.apply(round);
          if (counted.isPresent()) {
            compare(round.number(), fates, counted.get(), found);
          } else if (total(fates).least() > 0) {
            found.add(
                "round %d took %s reports and was neither committed nor declared discarded"
                    .formatted(round.number(), total(fates)));
          }
        });
    return found;
  }

  private void compare(
      long round, Map<String, Bounds> fates, RoundCounts counted, List<String> found) {
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
    labels.add(Acknowledged.COUNTED);
    int before = found.size();
    for (String fate : labels) {
      compare(round, fate, fates.getOrDefault(fate, Bounds.NONE), counted.of(fate), found);
    }
    // Said once more in total, because that is the promise; the lines above say where.
    if (found.size() > before) {
      found.add(
          "round %d: %s reports were acknowledged and %d were counted or rejected"
              .formatted(round, total(fates), counted.reports()));
    }
  }

  private void compare(long round, String fate, Bounds due, long actual, List<String> found) {
    String words = fate.equals(Acknowledged.COUNTED) ? fate : "rejected as " + fate;
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

  static Bounds total(Map<String, Bounds> fates) {
    return fates.values().stream().reduce(Bounds.NONE, Bounds::plus);
  }
}
