package org.shuffledcheckin.shuffler.intake;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What came in, by outcome, and how long it took. Safe for use by several threads. */
final class IntakeCounts {
  final Requests pledges = new Requests();
  final Requests deliveries = new Requests();
  final LongAdder reports = new LongAdder();
  final LongAdder commits = new LongAdder();
  final LongAdder commitNanos = new LongAdder();

  /** Requests of one kind. */
  static final class Requests {
    final LongAdder requests = new LongAdder();
    final LongAdder nanos = new LongAdder();
    private final Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);

    Requests() {
      for (Outcome outcome : Outcome.values()) {
        outcomes.put(outcome, new LongAdder());
      }
    }

    LongAdder of(Outcome outcome) {
      return outcomes.get(outcome);
    }

    void add(Requests more) {
      requests.add(more.requests.sum());
      nanos.add(more.nanos.sum());
      outcomes.forEach((outcome, count) -> count.add(more.of(outcome).sum()));
    }
  }

  Requests of(IntakeWork work) {
    return work instanceof PledgeWork ? pledges : deliveries;
  }

  void add(IntakeCounts more) {
    pledges.add(more.pledges);
    deliveries.add(more.deliveries);
    reports.add(more.reports.sum());
    commits.add(more.commits.sum());
    commitNanos.add(more.commitNanos.sum());
  }
}
