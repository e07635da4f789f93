package org.shuffledcheckin.shuffler.intake;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Counts answers by outcome, and what a group commit takes. */
public final class IntakeMeters {
  private final Map<Outcome, Counter> outcomes = new EnumMap<>(Outcome.class);
  private final Timer requests;
  private final Timer commits;
  private final DistributionSummary groups;
  private final Counter reports;

  /** Records into the registry. */
  public IntakeMeters(MeterRegistry registry) {
    for (Outcome outcome : Outcome.values()) {
      outcomes.put(
          outcome,
          Counter.builder("checkin.shuffler.answers")
              .description("Answers by outcome")
              .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
    requests =
        Timer.builder("checkin.shuffler.answer.requests")
            .description("Time from a request's arrival until its answers are durable or refused")
            .publishPercentiles(0.5, 0.99)
            .register(registry);
    commits =
        Timer.builder("checkin.shuffler.commit")
            .description("Time of one durable write")
            .publishPercentiles(0.5, 0.99)
            .register(registry);
    groups =
        DistributionSummary.builder("checkin.shuffler.commit.requests")
            .description("Requests that shared one durable write")
            .register(registry);
    reports =
        Counter.builder("checkin.shuffler.reports")
            .description("Reports written to spools")
            .register(registry);
  }

  void count(Outcome[] decided, long nanos) {
    requests.record(nanos, TimeUnit.NANOSECONDS);
    for (Outcome outcome : decided) {
      outcomes.get(outcome).increment();
    }
  }

  void committed(int requests, int reportsWritten, long nanos) {
    groups.record(requests);
    reports.increment(reportsWritten);
    commits.record(nanos, TimeUnit.NANOSECONDS);
  }
}
