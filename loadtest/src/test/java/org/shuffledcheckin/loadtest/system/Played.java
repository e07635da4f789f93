package org.shuffledcheckin.loadtest.system;

import java.util.EnumMap;
import java.util.Map;
import org.shuffledcheckin.loadtest.system.Weather.Fault;

/** What was played: how many schedules and rounds, how many were released, what went wrong. */
record Played(long schedules, long rounds, long released, Map<Fault, Long> faults) {
  static final Played NOTHING = new Played(0, 0, 0, Map.of());

  Played plus(Played more) {
    Map<Fault, Long> all = new EnumMap<>(Fault.class);
    all.putAll(faults);
    more.faults.forEach((fault, count) -> all.merge(fault, count, Long::sum));
    return new Played(
        schedules + more.schedules, rounds + more.rounds, released + more.released, all);
  }
}
