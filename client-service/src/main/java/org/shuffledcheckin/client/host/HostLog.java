package org.shuffledcheckin.client.host;

import java.util.List;
import java.util.Map;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.filter.FilterReading;
import org.shuffledcheckin.accountant.filter.PrivacyFilter;
import org.shuffledcheckin.client.exchange.PledgeOutcome;
import org.shuffledcheckin.client.policy.RefusalReason;
import org.shuffledcheckin.kit.round.RoundId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a host's log: rounds by id, and nothing that depends on a draw or a record. Only simulated
 * clients also log what went wrong after a draw.
 */
public final class HostLog implements HostListener {
  private static final Logger LOG = LoggerFactory.getLogger(HostLog.class);

  private final boolean simulated;
  private List<String> unbroken = List.of();

  /** Logs for a host whose clients are simulated or not. */
  public HostLog(boolean simulated) {
    this.simulated = simulated;
  }

  @Override
  public void connected() {
    LOG.info("the shuffler is there");
  }

  @Override
  public void disconnected() {
    LOG.warn("the shuffler cannot be reached; trying again");
  }

  @Override
  public void malformed() {
    LOG.warn("an announcement was malformed and dropped");
  }

  @Override
  public void refused(RoundId round, RefusalReason reason, long clients) {
    if (simulated || !reason.isAfterDraw()) {
      LOG.warn(
          "round {} refused: {} ({} clients){}", round, reason.label(), clients, advice(reason));
    }
  }

  /** Tells at the start where the budget stands, and later when a filter of it was broken. */
  @Override
  public void charged(PrivacyFilter typical) {
    if (!typical.unbroken().equals(unbroken)) {
      unbroken = typical.unbroken();
      Budget budget = typical.menu().budget();
      FilterReading reading = typical.reading();
      LOG.info(
          "of the lifetime budget (epsilon {}, delta {}) the filter {} stands at epsilon {}; {} are"
              + " unbroken",
          budget.epsilon(),
          budget.delta(),
          reading.filter(),
          reading.epsilon(),
          unbroken);
    }
  }

  private static String advice(RefusalReason reason) {
    return switch (reason) {
      case REPORTS_TOO_LARGE ->
          "; raise shuffler.max-message here and clients.limits.max-message at the shuffler";
      case ANSWERED_ELSEWHERE ->
          "; the journal may be an older copy, or a token is used by two clients";
      case JOURNAL_UNAVAILABLE -> "; is the disk full?";
      case LIFETIME_BUDGET_SPENT ->
          "; no filter of the lifetime budget allows one more such round for them";
      case SIGNATURE_INVALID ->
          "; is aggregator-bundle the newest file of the aggregator's operator?";
      default -> "";
    };
  }

  @Override
  public void pledged(RoundId round, Map<PledgeOutcome, Long> outcomes) {
    LOG.debug("round {} pledged", round);
  }
}
