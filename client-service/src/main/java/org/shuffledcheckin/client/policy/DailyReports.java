package org.shuffledcheckin.client.policy;

import static org.shuffledcheckin.accountant.Arguments.requireRate;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How many reports the clients of a host expect to have sent in a day: the sum of the rates of the
 * rounds that any of them drew in, by the hour.
 *
 * <p>Rates and not draws are counted, so that whether a client takes part tells nothing of what it
 * drew before. Hours that lie ahead, after the clock was set back, count too. Not safe for several
 * threads.
 */
public final class DailyReports {
  private static final long HOURS = 24;

  private final NavigableMap<Long, Double> byHour = new TreeMap<>();

  /** The hour of a moment, from 1970 on. */
  public static long hourOf(Instant moment) {
    return Math.floorDiv(moment.getEpochSecond(), Duration.ofHours(1).toSeconds());
  }

  /** Counts a round of this rate that was drawn in within this hour, and forgets what is past. */
  public void add(long hour, double rate) {
    requireRate("check-in rate", rate);
    byHour.merge(hour, rate, Double::sum);
    byHour.headMap(hour - HOURS).clear();
  }

  /** What was counted in this hour and the 24 before it: at least the last 24 hours. */
  public double until(long hour) {
    return byHour.tailMap(hour - HOURS).values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** What was counted, by hour; for writing it down. */
  public Map<Long, Double> byHour() {
    return new TreeMap<>(byHour);
  }

  /** Counts what was written down. */
  public void restore(Map<Long, Double> written) {
    written.forEach((hour, sum) -> byHour.merge(hour, sum, Double::sum));
  }
}
