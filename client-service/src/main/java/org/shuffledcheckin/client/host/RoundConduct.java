package org.shuffledcheckin.client.host;

import java.io.IOException;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.client.coin.CheckInCoin;
import org.shuffledcheckin.client.coin.Draws;
import org.shuffledcheckin.client.exchange.Answer;
import org.shuffledcheckin.client.exchange.AnswerOutcome;
import org.shuffledcheckin.client.exchange.AnswerSender;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.exchange.RoundTime;
import org.shuffledcheckin.client.journal.ClientJournal;
import org.shuffledcheckin.client.journal.RecordedRound;
import org.shuffledcheckin.client.journal.SealedReports;
import org.shuffledcheckin.client.policy.RefusalReason;
import org.shuffledcheckin.client.training.LocalTraining;
import org.shuffledcheckin.client.training.TrainingModel;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.sealing.ReportSealer;

/**
 * Takes one round after another from its announcement to the last answer.
 *
 * <p>The order is the promise: draws and charges are durable before anything is sent that depends
 * on them; reports are made once, and where their bytes are lost they are not made again. One
 * thread at a time.
 */
final class RoundConduct {
  private final HostSettings settings;
  private final ClientJournal journal;
  private final LocalTraining training;
  private final RoundGate gate;
  private final ReportMill mill;
  private final HostExchange exchange;
  private final HostListener listener;
  private final Optional<CheckInCoin> dropoutCoin;
  private Leftover leftover = new Leftover(Optional.empty(), List.of());

  /** Answers of the last round whose end nobody knows, to be sent again as they are. */
  private record Leftover(Optional<RoundId> round, List<Answer> answers) {}

  RoundConduct(
      HostSettings settings,
      ClientJournal journal,
      ReportMill mill,
      HostExchange exchange,
      HostListener listener) {
    this.settings = settings;
    this.journal = journal;
    this.training = new LocalTraining(settings.data());
    this.gate = new RoundGate(settings, training, journal);
    this.mill = mill;
    this.exchange = exchange;
    this.listener = listener;
    this.dropoutCoin =
        settings.dropoutRate() > 0
            ? Optional.of(CheckInCoin.of(CheckInLaw.BERNOULLI, settings.dropoutRate()))
            : Optional.empty();
  }

  /** Does what there is to do for an announced round. */
  void conduct(OpenedRound opened, RoundTime time) throws InterruptedException {
    RoundId id = opened.announcement().terms().id();
    RoundGate.Verdict verdict = gate.judge(opened);
    if (verdict instanceof RoundGate.Refused refused) {
      listener.refused(id, refused.reason(), settings.clients());
    } else if (verdict instanceof RoundGate.Repeated repeated) {
      resume(repeated.recorded(), time);
    } else if (verdict instanceof RoundGate.Accepted accepted) {
      take(opened, accepted, time);
    }
  }

  private void take(OpenedRound opened, RoundGate.Accepted accepted, RoundTime time)
      throws InterruptedException {
    RoundTerms terms = opened.announcement().terms();
    Optional<RecordedRound> drawn = draw(opened, accepted);
    if (drawn.isEmpty()) {
      listener.refused(terms.id(), RefusalReason.JOURNAL_UNAVAILABLE, settings.clients());
      return;
    }
    RecordedRound round = drawn.get();
    BitSet dropped = dropouts(round);
    AnswerSender sender = exchange.sender(terms.id(), time);
    // Asked for first, so that it travels while "not this time" is said.
    boolean needsModel = LocalTraining.needsModel(terms) && round.draws().size() > 0;
    Optional<ModelDownload> download =
        needsModel ? Optional.of(exchange.download(terms, time)) : Optional.empty();
    notThisTime(round, dropped, sender);
    if (round.draws().size() > 0) {
      report(round, dropped, terms, accepted.sealer(), download, sender, time);
    }
    finish(round, dropped.cardinality(), sender, time);
  }

  /** Decides who takes part, draws, and makes both durable; nothing if that fails. */
  private Optional<RecordedRound> draw(OpenedRound opened, RoundGate.Accepted accepted) {
    RoundTerms terms = opened.announcement().terms();
    BitSet participants = accepted.candidates();
    int spent = settings.clients() - participants.cardinality();
    if (spent > 0) {
      listener.refused(terms.id(), RefusalReason.LIFETIME_BUDGET_SPENT, spent);
    }
    settings.sitOut().apply(participants, settings.randomness().sitOuts(terms.id()));
    Draws draws = accepted.coin().draw(participants, settings.randomness().coins(terms.id()));
    RecordedRound round =
        new RecordedRound(
            terms.id(),
            opened.announcement().digest(),
            opened.ledger(),
            terms.charge(),
            participants,
            draws,
            Optional.empty(),
            false);
    try {
      journal.recordDraws(round);
    } catch (IOException e) {
      return Optional.empty();
    }
    listener.drawn(terms.id(), participants.cardinality(), draws.total());
    return Optional.of(round);
  }

  private BitSet dropouts(RecordedRound round) {
    BitSet dropped = new BitSet();
    if (dropoutCoin.isPresent()) {
      Draws failing =
          dropoutCoin.get().draw(round.participants(), settings.randomness().dropouts(round.id()));
      for (int place = 0; place < failing.size(); place++) {
        dropped.set(failing.client(place));
      }
    }
    return dropped;
  }

  private void notThisTime(RecordedRound round, BitSet dropped, AnswerSender sender)
      throws InterruptedException {
    BitSet zero = round.participants();
    zero.andNot(dropped);
    for (int place = 0; place < round.draws().size(); place++) {
      zero.clear(round.draws().client(place));
    }
    for (int client = zero.nextSetBit(0); client >= 0; client = zero.nextSetBit(client + 1)) {
      sender.add(answer(client, List.of()));
    }
    sender.flush();
  }

  private void report(
      RecordedRound round,
      BitSet dropped,
      RoundTerms terms,
      ReportSealer sealer,
      Optional<ModelDownload> download,
      AnswerSender sender,
      RoundTime time)
      throws InterruptedException {
    try {
      Optional<TrainingModel> model = Optional.empty();
      if (download.isPresent()) {
        byte[] bytes = download.get().await();
        model =
            Optional.of(
                ModelCheck.check(
                    bytes, terms, training, settings.policy().model().acceptedArchitectures()));
      }
      Draws sending = without(round.draws(), dropped);
      Map<Integer, List<byte[]>> kept = new ConcurrentHashMap<>();
      ReportMill.Sink sink =
          settings.keepSealed()
              ? kept::put
              : (client, reports) -> sender.add(answer(client, reports));
      mill.run(terms.id(), sending, training.prepare(terms, model), sealer, time, sink);
      if (settings.keepSealed()) {
        keepAndSend(terms.id(), new SealedReports(kept), sender);
      }
    } catch (ModelCheck.ModelRefusedException e) {
      listener.refused(terms.id(), e.reason(), round.draws().size());
    } catch (IOException e) {
      listener.refused(terms.id(), RefusalReason.REPORTS_LOST, round.draws().size());
    }
  }

  private void keepAndSend(RoundId id, SealedReports sealed, AnswerSender sender)
      throws IOException, InterruptedException {
    journal.recordSealed(id, sealed);
    for (Map.Entry<Integer, List<byte[]>> entry : sealed.byClient().entrySet()) {
      sender.add(answer(entry.getKey(), entry.getValue()));
    }
  }

  /** The same round was announced again: says again what was said, and draws nothing. */
  private void resume(RecordedRound round, RoundTime time) throws InterruptedException {
    if (round.answered()) {
      return;
    }
    AnswerSender sender = exchange.sender(round.id(), time);
    if (leftover.round().equals(Optional.of(round.id()))) {
      for (Answer answer : leftover.answers()) {
        sender.add(answer);
      }
    } else {
      notThisTime(round, new BitSet(), sender);
      resend(round, sender);
    }
    finish(round, 0, sender, time);
  }

  /** Sends reports whose bytes survived; the others are never made a second time. */
  private void resend(RecordedRound round, AnswerSender sender) throws InterruptedException {
    int lost = 0;
    for (int place = 0; place < round.draws().size(); place++) {
      int client = round.draws().client(place);
      List<byte[]> sealed = round.sealed().map(reports -> reports.of(client)).orElse(List.of());
      if (sealed.size() == round.draws().reports(place)) {
        sender.add(answer(client, sealed));
      } else {
        lost++;
      }
    }
    if (lost > 0) {
      listener.refused(round.id(), RefusalReason.REPORTS_LOST, lost);
    }
  }

  private void finish(RecordedRound round, long dropped, AnswerSender sender, RoundTime time)
      throws InterruptedException {
    AnswerSender.Tally tally = sender.finish();
    leftover = new Leftover(Optional.of(round.id()), tally.unreachable());
    if (tally.of(AnswerOutcome.UNREACHABLE) == 0) {
      try {
        journal.recordAnswered(round.id());
      } catch (IOException e) {
        // Only saves a resend that would change nothing; the next append repairs the file.
        listener.refused(round.id(), RefusalReason.JOURNAL_UNAVAILABLE, 0);
      }
    }
    Duration took = time.elapsed();
    listener.finished(
        new RoundSummary(
            round.id(),
            round.participants().cardinality(),
            round.draws().total(),
            dropped,
            tally.outcomes(),
            took));
  }

  private Answer answer(int client, List<byte[]> sealed) {
    return new Answer(settings.credentials().of(client), sealed);
  }

  private static Draws without(Draws draws, BitSet dropped) {
    Draws.Builder left = new Draws.Builder();
    for (int place = 0; place < draws.size(); place++) {
      if (!dropped.get(draws.client(place))) {
        left.add(draws.client(place), draws.reports(place));
      }
    }
    return left.build();
  }
}
