package org.shuffledcheckin.loadtest.system;

import java.util.EnumMap;
import java.util.Map;
import org.shuffledcheckin.loadtest.system.Weather.Fault;
import org.shuffledcheckin.report.randomizer.ReportForm;

/** What was played: how many schedules and rounds, how many were released, what went wrong. */
record Played(
    long schedules, long rounds, Map<ReportForm, Long> releasedByForm, Map<Fault, Long> faults) {
  static final Played NOTHING = new Played(0, 0, Map.of(), Map.of());

  /** One schedule; a form of which nothing was released is not named. */
  static Played one(ReportForm form, long rounds, long released, Map<Fault, Long> faults) {
    return new Played(1, rounds, released == 0 ? Map.of() : Map.of(form, released), faults);
  }

  long released() {
    return releasedByForm.values().stream().mapToLong(Long::longValue).sum();
  }

  Played plus(Played more) {
    return new Played(
        schedules + more.schedules,
        rounds + more.rounds,
        sum(ReportForm.class, releasedByForm, more.releasedByForm),
        sum(Fault.class, faults, more.faults));
  }

  private static <K extends Enum<K>> Map<K, Long> sum(
      Class<K> keys, Map<K, Long> counts, Map<K, Long> more) {
    Map<K, Long> all = new EnumMap<>(keys);
    all.putAll(counts);
    more.forEach((key, count) -> all.merge(key, count, Long::sum));
    return all;
  }
}
