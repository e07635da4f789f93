package org.shuffledcheckin.shuffler.round;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import org.shuffledcheckin.kit.round.RoundId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts and logs what becomes of rounds: by round, never by client. */
public final class RoundMeters {
  private static final Logger LOG = LoggerFactory.getLogger(RoundMeters.class);
  private static final String ROUND = "round";

  private final MeterRegistry registry;
  private final DistributionSummary batch;

  /** Records into the registry. */
  public RoundMeters(MeterRegistry registry) {
    this.registry = registry;
    this.batch =
        DistributionSummary.builder("checkin.shuffler.batch.reports")
            .description("Reports in released batches")
            .register(registry);
    // At zero from the start, so that a first discarded round shows as an increase.
    for (RoundState state : RoundState.values()) {
      if (state != RoundState.OPEN) {
        closed(state).increment(0);
      }
    }
  }

  private Counter closed(RoundState state) {
    return registry.counter(
        "checkin.shuffler.rounds.closed", "disposition", state.name().toLowerCase(Locale.ROOT));
  }

  void opened(LiveRound round) {
    registry.counter("checkin.shuffler.rounds.opened").increment();
    LOG.atInfo()
        .addKeyValue(ROUND, round.id())
        .addKeyValue("clients", round.terms().population().clients())
        .addKeyValue("open_for", round.terms().window().openFor())
        .log("round opened");
  }

  void closed(LiveRound round) {
    String disposition = round.state().name().toLowerCase(Locale.ROOT);
    closed(round.state()).increment();
    if (round.state() == RoundState.RELEASED) {
      batch.record((double) round.reports());
    }
    LOG.atInfo()
        .addKeyValue(ROUND, round.id())
        .addKeyValue("disposition", disposition)
        .addKeyValue("answers", round.answers())
        .addKeyValue("reports", round.reports())
        .log("round closed");
  }

  void finished(RoundId round) {
    LOG.atInfo().addKeyValue(ROUND, round).log("round finished");
  }

  void sweepFailed(RoundId round) {
    LOG.atWarn().addKeyValue(ROUND, round).log("spool stays until the next start");
  }
}
