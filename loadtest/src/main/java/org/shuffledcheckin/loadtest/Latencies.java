package org.shuffledcheckin.loadtest;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Durations with three digits, from a microsecond to an hour. Safe for several threads. */
final class Latencies {
  private static final long LONGEST_MICROS = TimeUnit.HOURS.toMicros(1);
  private static final int DIGITS = 3;
  private static final double MICROS_PER_MILLI = 1000;

  private final Histogram histogram = new ConcurrentHistogram(LONGEST_MICROS, DIGITS);

  /** Counts a duration so many times; what lies outside the range counts at its end. */
  void record(Duration took, long times) {
    long micros = Math.max(1, Math.min(LONGEST_MICROS, took.toNanos() / 1000));
    histogram.recordValueWithCount(micros, times);
  }

  long count() {
    return histogram.getTotalCount();
  }

  /** So many milliseconds were enough for this share of them, in percent. */
  double millis(double percentile) {
    return histogram.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
  }

  /** The usual percentiles in milliseconds. */
  Map<String, Object> summary() {
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("count", count());
    if (count() > 0) {
      summary.put("p50", millis(50));
      summary.put("p90", millis(90));
      summary.put("p99", millis(99));
      summary.put("p99.9", millis(99.9));
      summary.put("max", millis(100));
    }
    return summary;
  }

  /** Points of the distribution: one in so many took longer, and how many milliseconds. */
  List<double[]> tail() {
    return List.of(1.25, 2.0, 4.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 10_000.0).stream()
        .filter(one -> count() > 0 && one <= Math.max(2, count()))
        .map(one -> new double[] {one, millis(100 * (1 - 1 / one))})
        .toList();
  }
}
