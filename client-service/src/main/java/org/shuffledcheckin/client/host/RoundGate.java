package org.shuffledcheckin.client.host;

import java.util.BitSet;
import java.util.Optional;
import org.shuffledcheckin.client.coin.CheckInCoin;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.journal.ClientJournal;
import org.shuffledcheckin.client.journal.RecordedRound;
import org.shuffledcheckin.client.policy.RefusalReason;
import org.shuffledcheckin.client.training.LocalTraining;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.sealing.ReportSealer;

/** Judges announcements before anyone draws: policy, memory of the run, budget, feasibility. */
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
   * @param sealer of the round
   * @param candidates clients whose own budget allows it
   */
  record Accepted(CheckInCoin coin, ReportSealer sealer, BitSet candidates) implements Verdict {}

  private final HostSettings settings;
  private final LocalTraining training;
  private final ClientJournal journal;

  RoundGate(HostSettings settings, LocalTraining training, ClientJournal journal) {
    this.settings = settings;
    this.training = training;
    this.journal = journal;
  }

  Verdict judge(OpenedRound opened) {
    Announcement round = opened.announcement();
    Optional<RecordedRound> last = journal.last(round.terms().id().run());
    Optional<RefusalReason> broken =
        last.flatMap(recorded -> recorded.memory().check(round, opened.ledger()));
    if (broken.isPresent()) {
      return new Refused(broken.get());
    }
    if (last.isPresent() && last.get().memory().isSameRound(round)) {
      return new Repeated(last.get());
    }
    return settings
        .policy()
        .check(round.terms())
        .or(() -> checkFeasible(round.terms()))
        .<Verdict>map(Refused::new)
        .orElseGet(() -> admit(round));
  }

  private Optional<RefusalReason> checkFeasible(RoundTerms terms) {
    // A draw that could not be sent whole would change the law of the draw, so a round in which one
    // could come up is refused before it.
    if (terms.largestAnswerBytes() > settings.delivery().largestRequest()) {
      return Optional.of(RefusalReason.REPORTS_TOO_LARGE);
    }
    if (!training.offers(terms)) {
      return Optional.of(RefusalReason.TASK_NOT_OFFERED);
    }
    training.prepareRandomizer(terms);
    return settings.budget().supports(terms.charge())
        ? Optional.empty()
        : Optional.of(RefusalReason.NO_PROVEN_BOUND);
  }

  private Verdict admit(Announcement round) {
    RoundTerms terms = round.terms();
    CheckInCoin coin;
    ReportSealer sealer;
    try {
      coin = CheckInCoin.of(terms.population().law(), terms.population().rate());
    } catch (IllegalArgumentException e) {
      return new Refused(RefusalReason.LAW_NOT_ACCEPTED);
    }
    try {
      sealer = new ReportSealer(round);
      // Some keys are found bad only in use; better before the draw than after it.
      byte[] unused = sealer.seal(new byte[terms.reportBytes()]);
    } catch (IllegalArgumentException | IllegalStateException e) {
      return new Refused(RefusalReason.KEY_UNUSABLE);
    }
    BitSet candidates;
    try {
      candidates = journal.ledgers().within(settings.budget(), terms.charge());
    } catch (IllegalArgumentException | IllegalStateException | ArithmeticException e) {
      // What the accountant cannot compute, it has not proven.
      return new Refused(RefusalReason.NO_PROVEN_BOUND);
    }
    return candidates.isEmpty()
        ? new Refused(RefusalReason.LIFETIME_BUDGET_SPENT)
        : new Accepted(coin, sealer, candidates);
  }
}
