package org.shuffledcheckin.client.host;

import org.shuffledcheckin.client.policy.RefusalReason;
import org.shuffledcheckin.kit.round.RoundId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes a host's log: rounds by id, and nothing that depends on a draw or a record. */
public final class HostLog implements HostListener {
  private static final Logger LOG = LoggerFactory.getLogger(HostLog.class);

  private final boolean many;

  /** Logs for a host of so many clients. */
  public HostLog(int clients) {
    many = clients > 1;
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
    if (many || !reason.isAfterDraw()) {
      LOG.warn(
          "round {} refused: {} ({} clients){}", round, reason.label(), clients, advice(reason));
    }
  }

  private static String advice(RefusalReason reason) {
    return switch (reason) {
      case REPORTS_TOO_LARGE ->
          "; raise shuffler.max-message here and clients.limits.max-message at the shuffler";
      case ANSWERED_ELSEWHERE ->
          "; the journal may be an older copy, or a token is used by two clients";
      case JOURNAL_UNAVAILABLE -> "; is the disk full?";
      default -> "";
    };
  }

  @Override
  public void finished(RoundSummary summary) {
    LOG.debug("round {} answered", summary.round());
  }
}
