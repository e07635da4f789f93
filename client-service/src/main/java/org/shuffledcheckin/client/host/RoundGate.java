package org.shuffledcheckin.client.host;

import java.util.BitSet;
import java.util.Optional;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.client.coin.CheckInCoin;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.exchange.RoundTime;
import org.shuffledcheckin.client.journal.RecordedRound;
import org.shuffledcheckin.client.policy.RefusalReason;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.sealing.ReportSealer;

/**
 * Judges announcements before anyone draws, in this order: the aggregator's signature, the ledger,
 * policy, feasibility, what was spent. What fails early is looked at no further.
 */
final class RoundGate {
  /** What became of an announcement. */
  sealed interface Verdict {}

  /** Nobody takes part. */
  record Refused(RefusalReason reason) implements Verdict {}

  /** The draws of this round are recorded already. */
  record Repeated(RecordedRound recorded) implements Verdict {}

  /**
   * The round may be drawn for.
   *
   * @param coin of the round
   * @param charge what each client that draws is charged
   * @param candidates clients whose own budget allows it
   */
  record Accepted(CheckInCoin coin, CheckInRound charge, BitSet candidates) implements Verdict {}

  private final HostContext host;
  private final LedgerProof ledger;

  RoundGate(HostContext host) {
    this.host = host;
    this.ledger = new LedgerProof(host.exchange());
  }

  Verdict judge(OpenedRound opened, RoundTime time) throws InterruptedException {
    if (!rules().aggregator().test(opened.round())) {
      return new Refused(RefusalReason.SIGNATURE_INVALID);
    }
    Optional<RecordedRound> last = host.journal().last(opened.id().run());
    Optional<RefusalReason> broken = checkLedger(opened, last, time);
    if (broken.isPresent()) {
      return new Refused(broken.get());
    }
    if (isRepeated(opened, last)) {
      return new Repeated(last.get());
    }
    RoundTerms terms = opened.announcement().terms();
    return rules()
        .policy()
        .check(terms, time.left())
        .or(() -> checkFeasible(terms))
        .or(() -> checkDaily(terms))
        .<Verdict>map(Refused::new)
        .orElseGet(() -> admit(opened.announcement()));
  }

  private HostSettings.Rules rules() {
    return host.settings().rules();
  }

  private static boolean isRepeated(OpenedRound opened, Optional<RecordedRound> last) {
    return last.isPresent() && last.get().memory().isSameRound(opened.announcement());
  }

  private Optional<RefusalReason> checkLedger(
      OpenedRound opened, Optional<RecordedRound> last, RoundTime time)
      throws InterruptedException {
    Optional<RefusalReason> broken =
        LedgerProof.checkLinks(opened)
            .or(
                () ->
                    last.flatMap(
                        recorded ->
                            recorded
                                .memory()
                                .check(opened.announcement(), opened.round().ledger())));
    if (broken.isPresent() || last.isEmpty()) {
      return broken;
    }
    return ledger.checkExtends(opened, last.get().memory(), time);
  }

  private Optional<RefusalReason> checkFeasible(RoundTerms terms) {
    // A draw that could not be sent whole would change the law of the draw, so a round in which one
    // could come up is refused before it.
    if (terms.largestDeliveryBytes() > host.settings().delivery().largestRequest()) {
      return Optional.of(RefusalReason.REPORTS_TOO_LARGE);
    }
    if (!rules().canReadModel(terms)) {
      return Optional.of(RefusalReason.MODEL_KEY_UNKNOWN);
    }
    if (!host.training().offers(terms)) {
      return Optional.of(RefusalReason.TASK_NOT_OFFERED);
    }
    host.training().prepareRandomizer(terms);
    return host.journal().ledgers().menu().supports(rules().policy().charge(terms))
        ? Optional.empty()
        : Optional.of(RefusalReason.NO_PROVEN_BOUND);
  }

  private Optional<RefusalReason> checkDaily(RoundTerms terms) {
    double after =
        host.journal().dailyReports(rules().clock().instant()) + terms.population().rate();
    return after > rules().policy().draw().largestDailyReports()
        ? Optional.of(RefusalReason.DAILY_REPORTS_SPENT)
        : Optional.empty();
  }

  private Verdict admit(Announcement round) {
    RoundTerms terms = round.terms();
    CheckInCoin coin;
    try {
      coin = CheckInCoin.of(terms.population().law(), terms.population().rate());
    } catch (IllegalArgumentException e) {
      return new Refused(RefusalReason.LAW_NOT_ACCEPTED);
    }
    try {
      // Some keys are found bad only in use; better before the draw than after it.
      new ReportSealer(round).requireUsable();
    } catch (IllegalArgumentException e) {
      return new Refused(RefusalReason.KEY_UNUSABLE);
    }
    CheckInRound charge = rules().policy().charge(terms);
    BitSet candidates;
    try {
      candidates = host.journal().ledgers().within(charge);
    } catch (IllegalArgumentException | IllegalStateException | ArithmeticException e) {
      // What the accountant cannot compute, it has not proven.
      return new Refused(RefusalReason.NO_PROVEN_BOUND);
    }
    return candidates.isEmpty()
        ? new Refused(RefusalReason.LIFETIME_BUDGET_SPENT)
        : new Accepted(coin, charge, candidates);
  }
}
