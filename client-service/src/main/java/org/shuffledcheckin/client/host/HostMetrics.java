package org.shuffledcheckin.client.host;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.atomic.AtomicInteger;
import org.shuffledcheckin.client.policy.RefusalReason;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * Counts what a host does. Of a host of one client, whatever would tell whether it checked in
 * (reports, times, refusals after the draw) is left out: nobody who reads metrics may learn that.
 */
public final class HostMetrics implements HostListener {
  private final MeterRegistry registry;
  private final boolean many;
  private final AtomicInteger connected = new AtomicInteger();

  /** Counts into a registry. */
  public HostMetrics(MeterRegistry registry, int clients) {
    this.registry = registry;
    this.many = clients > 1;
    Gauge.builder("checkin.client.connected", connected, AtomicInteger::get)
        .strongReference(true)
        .register(registry);
    Gauge.builder("checkin.client.clients", () -> clients).register(registry);
  }

  @Override
  public void connected() {
    connected.set(1);
  }

  @Override
  public void disconnected() {
    connected.set(0);
  }

  @Override
  public void malformed() {
    refusal(RefusalReason.MALFORMED_ANNOUNCEMENT).increment();
  }

  @Override
  public void refused(RoundId round, RefusalReason reason, long clients) {
    if (many || !reason.isAfterDraw()) {
      refusal(reason).increment((double) clients);
    }
  }

  @Override
  public void drawn(RoundId round, long participants, long reports) {
    registry.counter("checkin.client.rounds").increment();
    registry.counter("checkin.client.draws").increment((double) participants);
    if (many) {
      registry.counter("checkin.client.reports").increment((double) reports);
    }
  }

  @Override
  public void finished(RoundSummary summary) {
    summary
        .outcomes()
        .forEach(
            (outcome, answers) ->
                registry
                    .counter("checkin.client.answers", "outcome", outcome.label())
                    .increment((double) answers));
    if (many) {
      registry.counter("checkin.client.dropouts").increment((double) summary.dropped());
      Timer.builder("checkin.client.round").register(registry).record(summary.took());
    }
  }

  private Counter refusal(RefusalReason reason) {
    return registry.counter("checkin.client.refusals", "reason", reason.label());
  }
}
