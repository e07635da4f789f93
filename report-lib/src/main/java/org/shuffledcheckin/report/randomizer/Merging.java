package org.shuffledcheckin.report.randomizer;

/** What all aggregates do to become one. */
final class Merging {
  private Merging() {}

  static ReportAggregate requireSameSpec(ReportAggregate one, ReportAggregate other) {
    if (!one.spec().equals(other.spec())) {
      throw new IllegalArgumentException(
          "aggregate must be of " + one.spec() + " but is of " + other.spec());
    }
    return other;
  }

  static void addTo(long[] sums, long[] others) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += others[i];
    }
  }
}
