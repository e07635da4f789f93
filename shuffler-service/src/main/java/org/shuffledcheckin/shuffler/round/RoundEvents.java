package org.shuffledcheckin.shuffler.round;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import org.shuffledcheckin.kit.round.RoundId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts, logs and passes on what becomes of rounds: by round, never by client. */
public final class RoundEvents {
  private static final Logger LOG = LoggerFactory.getLogger(RoundEvents.class);
  private static final String ROUND = "round";

  private final MeterRegistry registry;
  private final RoundListener listener;
  private final DistributionSummary batch;

  /** Records into the registry and tells the listener. */
  public RoundEvents(MeterRegistry registry, RoundListener listener) {
    this.registry = registry;
    this.listener = listener;
    this.batch =
        DistributionSummary.builder("checkin.shuffler.batch.reports")
            .description("Reports in released batches")
            .register(registry);
    // At zero from the start, so that a first discarded round shows as an increase.
    for (RoundState state : RoundState.values()) {
      if (state != RoundState.OPEN) {
        closedCounter(state).increment(0);
      }
    }
  }

  void opened(LiveRound round) {
    registry.counter("checkin.shuffler.rounds.opened").increment();
    LOG.atInfo()
        .addKeyValue(ROUND, round.id())
        .addKeyValue("clients", round.terms().population().clients())
        .addKeyValue("open_for", round.terms().window().openFor())
        .log("round opened");
    listener.opened(round);
  }

  void closed(LiveRound round) {
    ClosedRound outcome = round.outcome();
    closedCounter(round.state()).increment();
    if (round.state() == RoundState.RELEASED) {
      batch.record((double) outcome.reports());
    }
    LOG.atInfo()
        .addKeyValue(ROUND, round.id())
        .addKeyValue("disposition", label(round.state()))
        .addKeyValue("pledges", outcome.tally().pledges())
        .addKeyValue("reports", outcome.tally().reports())
        .addKeyValue("missing", outcome.tally().missing())
        .log("round closed");
    listener.closed(round.id());
  }

  /** Tells of a round that was found closed: a write that seemed to fail had closed it. */
  void foundClosed(RoundId round) {
    listener.closed(round);
  }

  void revoked(RoundId round, int clients) {
    registry.counter("checkin.shuffler.clients.revoked.for.seeds").increment(clients);
    LOG.atWarn()
        .addKeyValue(ROUND, round)
        .addKeyValue("clients", clients)
        .log("clients are revoked whose seeds were struck");
  }

  void finished(RoundId round) {
    LOG.atInfo().addKeyValue(ROUND, round).log("round finished");
  }

  private Counter closedCounter(RoundState state) {
    return registry.counter("checkin.shuffler.rounds.closed", "disposition", label(state));
  }

  private static String label(RoundState state) {
    return state.name().toLowerCase(Locale.ROOT);
  }
}
