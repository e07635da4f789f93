package org.shuffledcheckin.aggregator.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumSet;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.shuffledcheckin.aggregator.round.ShufflerLink;
import org.shuffledcheckin.aggregator.run.RoundTimes;
import org.shuffledcheckin.aggregator.run.RoundView;
import org.shuffledcheckin.aggregator.run.RunEvents;
import org.shuffledcheckin.aggregator.run.RunListener;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.aggregator.store.RoundOutcome;
import org.shuffledcheckin.report.RejectionReason;

/**
 * Counts rounds, reports and their rejections, times the steps of a round and shows the budget.
 * Tags are outcomes, reasons and steps; there is nothing here that could name a client.
 */
public final class RunMetrics implements RunListener {
  private static final String COMMITTED = "committed";
  private static final String DISCARDED = "discarded";

  private final RunEvents events;
  private final MeterRegistry registry;
  private final DistributionSummary batch;
  private final AtomicLong missing = new AtomicLong();

  private RunMetrics(RunEvents events, MeterRegistry registry) {
    this.events = events;
    this.registry = registry;
    this.batch =
        DistributionSummary.builder("checkin.batch.size")
            .description("Reports in a released batch")
            .register(registry);
    // At zero from the start, so that a first rejection shows as a rate.
    for (RejectionReason reason : RejectionReason.values()) {
      registry.counter("checkin.reports.rejected", "reason", reason.label()).increment(0);
    }
    registry.counter("checkin.rounds", "outcome", COMMITTED).increment(0);
    registry.counter("checkin.rounds", "outcome", DISCARDED).increment(0);
    for (ShufflerLink.Disposition why : ShufflerLink.Disposition.values()) {
      if (why != ShufflerLink.Disposition.RELEASED) {
        discarded(why.name()).increment(0);
      }
    }
    Gauge.builder("checkin.reports.missing", missing, AtomicLong::doubleValue)
        .description("Pledged reports that did not arrive in the newest round that has ended")
        .register(registry);
  }

  /** Registers all meters and follows the run. */
  public static void bind(RunEvents events, MeterRegistry registry) {
    RunMetrics metrics = new RunMetrics(events, registry);
    metrics.gauge(
        "checkin.epsilon.spent",
        "Proven epsilon spent",
        status -> status.budget().spent().epsilon());
    metrics.gauge(
        "checkin.epsilon.left", "Epsilon below the limit", status -> status.budget().left());
    metrics.gauge(
        "checkin.epsilon.limit", "Epsilon limit", status -> status.budget().limit().epsilon());
    metrics.gauge(
        "checkin.rounds.charged", "Rounds in the ledger", status -> status.totals().charged());
    metrics.gauge(
        "checkin.rounds.left", "More such rounds that the budget allows", RunMetrics::left);
    metrics.gauge(
        "checkin.model.version", "Rounds in the model", status -> status.totals().committed());
    metrics.gauge(
        "checkin.model.accuracy",
        "Accuracy of the newest evaluated model on the test set",
        status -> status.accuracy().orElse(Double.NaN));
    bindState(() -> events.status().state(), registry);
    // Follows the run as long as it lasts; ends with it.
    RunEvents.Subscription unused = events.subscribe(metrics);
  }

  /** Registers the state of a run whose ledger was refused before it could be opened. */
  public static void bindRefused(MeterRegistry registry) {
    bindState(() -> RunState.REFUSED, registry);
  }

  private static void bindState(Supplier<RunState> now, MeterRegistry registry) {
    for (RunState state : EnumSet.range(RunState.TRAINING, RunState.REFUSED)) {
      Gauge.builder("checkin.run.state", () -> now.get() == state ? 1 : 0)
          .description("1 for what the run is doing")
          .tag("state", state.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
  }

  @Override
  public void roundEnded(RoundView round, RoundTimes times) {
    RoundOutcome outcome = round.outcome().orElseThrow();
    registry
        .counter("checkin.rounds", "outcome", outcome.isCommitted() ? COMMITTED : DISCARDED)
        .increment();
    if (!outcome.isCommitted()) {
      discarded(outcome.disposition()).increment();
    }
    missing.set(outcome.missing());
    registry.counter("checkin.reports.aggregated").increment((double) outcome.aggregated());
    outcome
        .rejected()
        .forEach(
            (reason, count) ->
                registry.counter("checkin.reports.rejected", "reason", reason).increment(count));
    if (outcome.isCommitted()) {
      batch.record((double) outcome.reports());
    }
    for (RoundTimes.Step step : RoundTimes.Step.values()) {
      Timer.builder("checkin.round.step")
          .description("Where the time of a round goes")
          .tag("step", step.name().toLowerCase(Locale.ROOT))
          .register(registry)
          .record(times.of(step));
    }
  }

  private Counter discarded(String why) {
    return Counter.builder("checkin.rounds.discarded")
        .description("Discarded rounds, which stay charged")
        .tag("reason", why.toLowerCase(Locale.ROOT))
        .register(registry);
  }

  private static double left(RunStatus status) {
    OptionalLong left = status.budget().roundsLeft();
    return left.isPresent() ? left.getAsLong() : Double.NaN;
  }

  private void gauge(String name, String what, ToDoubleFunction<RunStatus> reading) {
    Gauge.builder(name, events, run -> reading.applyAsDouble(run.status()))
        .description(what)
        .register(registry);
  }
}
