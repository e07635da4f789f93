package org.shuffledcheckin.client.host;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.shuffledcheckin.accountant.filter.PrivacyFilter;
import org.shuffledcheckin.client.exchange.PledgeOutcome;
import org.shuffledcheckin.client.policy.RefusalReason;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * Counts what a host does, whatever its clients drew: whoever reads metrics learns of no draw.
 * Reports, deliveries, refusals after the draw and the times of rounds are therefore left out, of
 * hosts of many clients too: some day one of those has one.
 */
public final class HostMetrics implements HostListener {
  private final MeterRegistry registry;
  private final AtomicInteger connected = new AtomicInteger();
  private final SpentGauges spent;

  /** Counts into a registry. */
  public HostMetrics(MeterRegistry registry, int clients) {
    this.registry = registry;
    Gauge.builder("checkin.client.connected", connected, AtomicInteger::get)
        .strongReference(true)
        .register(registry);
    Gauge.builder("checkin.client.clients", () -> clients).register(registry);
    spent = new SpentGauges(registry);
  }

  @Override
  public void charged(PrivacyFilter typical) {
    spent.show(typical);
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
    if (!reason.isAfterDraw()) {
      refusal(reason).increment((double) clients);
    }
  }

  @Override
  public void drawn(RoundId round, long participants, long reports) {
    registry.counter("checkin.client.rounds").increment();
    registry.counter("checkin.client.draws").increment((double) participants);
  }

  @Override
  public void pledged(RoundId round, Map<PledgeOutcome, Long> outcomes) {
    outcomes.forEach(
        (outcome, pledges) ->
            registry
                .counter("checkin.client.pledges", "outcome", outcome.label())
                .increment((double) pledges));
  }

  private Counter refusal(RefusalReason reason) {
    return registry.counter("checkin.client.refusals", "reason", reason.label());
  }
}
