package org.shuffledcheckin.shuffler.intake;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Predicate;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * Counts pledges and deliveries by outcome, and what writing them takes. Nothing of it shows before
 * the round has closed: whoever reads the meters cannot watch a round fill.
 */
public final class IntakeMeters {
  private final IntakeCounts published = new IntakeCounts();
  private final Map<RoundId, IntakeCounts> open = new ConcurrentHashMap<>();
  // What was sent to rounds that are not open; shown when the next one closes.
  private final AtomicReference<IntakeCounts> strays = new AtomicReference<>(new IntakeCounts());

  /** Shows what is published in the registry. */
  public IntakeMeters(MeterRegistry registry) {
    requests(registry, "pledge", "checkin.shuffler.pledges", counts -> counts.pledges);
    requests(registry, "delivery", "checkin.shuffler.deliveries", counts -> counts.deliveries);
    FunctionCounter.builder("checkin.shuffler.reports", published.reports, LongAdder::sum)
        .description("Reports written to spools of rounds that have closed")
        .register(registry);
    timer(
        FunctionTimer.builder(
            "checkin.shuffler.commit",
            published,
            counts -> counts.commits.sum(),
            counts -> counts.commitNanos.sum(),
            TimeUnit.NANOSECONDS),
        "Time of one durable write",
        registry);
  }

  /** Publishes what is known of rounds that are not open any more. */
  public void publish(Predicate<RoundId> isOpen) {
    published.add(strays.getAndSet(new IntakeCounts()));
    for (Iterator<Map.Entry<RoundId, IntakeCounts>> all = open.entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<RoundId, IntakeCounts> round = all.next();
      if (!isOpen.test(round.getKey())) {
        all.remove();
        published.add(round.getValue());
      }
    }
  }

  void count(IntakeWork work, boolean wasOpen, long nanos) {
    IntakeCounts counts = wasOpen ? of(work.round()) : strays.get();
    IntakeCounts.Requests requests = counts.of(work);
    requests.requests.increment();
    requests.nanos.add(nanos);
    for (Outcome outcome : work.outcomes()) {
      requests.of(outcome).increment();
    }
  }

  void committed(RoundId round, int reports, long nanos) {
    IntakeCounts counts = of(round);
    counts.reports.add(reports);
    counts.commits.increment();
    counts.commitNanos.add(nanos);
  }

  private IntakeCounts of(RoundId round) {
    return open.computeIfAbsent(round, none -> new IntakeCounts());
  }

  private void requests(
      MeterRegistry registry,
      String kind,
      String name,
      Function<IntakeCounts, IntakeCounts.Requests> of) {
    IntakeCounts.Requests requests = of.apply(published);
    for (Outcome outcome : Outcome.values()) {
      FunctionCounter.builder(name, requests.of(outcome), LongAdder::sum)
          .description("By outcome, of rounds that have closed")
          .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
    timer(
        FunctionTimer.builder(
                "checkin.shuffler.requests",
                requests,
                done -> done.requests.sum(),
                done -> done.nanos.sum(),
                TimeUnit.NANOSECONDS)
            .tag("kind", kind),
        "Time from a request's arrival until it is durable or refused",
        registry);
  }

  private static <T> void timer(
      FunctionTimer.Builder<T> timer, String description, MeterRegistry registry) {
    timer.description(description + ", in rounds that have closed").register(registry);
  }
}
