package org.shuffledcheckin.client.host;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.shuffledcheckin.client.coin.Draws;
import org.shuffledcheckin.client.coin.RoundDraw;
import org.shuffledcheckin.client.exchange.Answer;
import org.shuffledcheckin.client.exchange.AnswerOutcome;
import org.shuffledcheckin.client.exchange.AnswerSender;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.exchange.RoundTime;
import org.shuffledcheckin.client.journal.ClientJournal;
import org.shuffledcheckin.client.journal.RecordedRound;
import org.shuffledcheckin.client.journal.SealedReports;
import org.shuffledcheckin.client.policy.RefusalReason;
import org.shuffledcheckin.client.policy.RunMemory;
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
final class RoundHandler {
  private final HostSettings settings;
  private final ClientJournal journal;
  private final LocalTraining training;
  private final RoundGate gate;
  private final ReportPipeline pipeline;
  private final HostExchange exchange;
  private final HostListener listener;
  private final RoundDraw draw;
  private Leftover leftover = new Leftover(Optional.empty(), List.of());

  /** Answers of the last round whose end nobody knows, to be sent again as they are. */
  private record Leftover(Optional<RoundId> round, List<Answer> answers) {}

  RoundHandler(
      HostSettings settings,
      ClientJournal journal,
      ReportPipeline pipeline,
      HostExchange exchange,
      HostListener listener) {
    this.settings = settings;
    this.journal = journal;
    this.training = new LocalTraining(settings.data());
    this.gate = new RoundGate(settings, training, journal);
    this.pipeline = pipeline;
    this.exchange = exchange;
    this.listener = listener;
    this.draw = new RoundDraw(settings.drawing().sitOut(), settings.drawing().dropoutRate());
  }

  /** Does what there is to do for an announced round. */
  void handle(OpenedRound opened, RoundTime time) throws InterruptedException {
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
    int spent = settings.clients() - accepted.candidates().cardinality();
    if (spent > 0) {
      listener.refused(terms.id(), RefusalReason.LIFETIME_BUDGET_SPENT, spent);
    }
    RoundDraw.Drawn drawn =
        draw.draw(
            terms.id(), accepted.coin(), accepted.candidates(), settings.drawing().randomness());
    RecordedRound round = record(opened, drawn);
    try {
      journal.recordDraws(round);
    } catch (IOException e) {
      listener.refused(terms.id(), RefusalReason.JOURNAL_UNAVAILABLE, settings.clients());
      return;
    }
    listener.drawn(terms.id(), drawn.participants().cardinality(), drawn.draws().total());
    answer(opened, accepted.sealer(), drawn, round, time);
  }

  private static RecordedRound record(OpenedRound opened, RoundDraw.Drawn drawn) {
    RoundTerms terms = opened.announcement().terms();
    RunMemory memory = new RunMemory(terms.id(), opened.announcement().digest(), opened.ledger());
    return RecordedRound.drawn(memory, terms.charge(), drawn.participants(), drawn.draws());
  }

  private void answer(
      OpenedRound opened,
      ReportSealer sealer,
      RoundDraw.Drawn drawn,
      RecordedRound round,
      RoundTime time)
      throws InterruptedException {
    RoundTerms terms = opened.announcement().terms();
    AnswerSender sender = exchange.sender(terms.id(), time);
    Draws sending = drawn.sending();
    // Asked for first, so that it travels while "not this time" is said.
    Optional<Future<byte[]>> download =
        LocalTraining.needsModel(terms) && sending.size() > 0
            ? Optional.of(exchange.download(terms, time))
            : Optional.empty();
    notThisTime(round, drawn.dropped(), sender);
    if (sending.size() > 0) {
      report(terms, sending, sealer, download, sender, time);
    }
    AnswerSender.Tally tally = finish(round, drawn.dropped().cardinality(), sender, time);
    // The first words of a fresh draw: nobody can have answered for these clients.
    if (tally.answeredElsewhere() > 0) {
      listener.refused(terms.id(), RefusalReason.ANSWERED_ELSEWHERE, tally.answeredElsewhere());
    }
  }

  private void notThisTime(RecordedRound round, BitSet dropped, AnswerSender sender)
      throws InterruptedException {
    BitSet zero = round.participants();
    zero.andNot(dropped);
    zero.andNot(round.draws().clients());
    for (int client = zero.nextSetBit(0); client >= 0; client = zero.nextSetBit(client + 1)) {
      sender.add(answer(client, List.of()));
    }
    sender.flush();
  }

  private void report(
      RoundTerms terms,
      Draws sending,
      ReportSealer sealer,
      Optional<Future<byte[]>> download,
      AnswerSender sender,
      RoundTime time)
      throws InterruptedException {
    try {
      Optional<TrainingModel> model = Optional.empty();
      if (download.isPresent()) {
        model =
            Optional.of(
                ModelCheck.check(download.get(), terms, training, settings.policy().model()));
      }
      Map<Integer, List<byte[]>> kept = new ConcurrentHashMap<>();
      ReportPipeline.Sink sink =
          settings.delivery().keepSealed()
              ? kept::put
              : (client, reports) -> sender.add(answer(client, reports));
      pipeline.run(terms.id(), sending, training.prepare(terms, model), sealer, time, sink);
      if (settings.delivery().keepSealed()) {
        keepAndSend(terms.id(), new SealedReports(kept), sender);
      }
    } catch (ModelCheck.ModelRefusedException e) {
      listener.refused(terms.id(), e.reason(), sending.size());
    } catch (IOException e) {
      listener.refused(terms.id(), RefusalReason.REPORTS_LOST, sending.size());
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
    AnswerSender.Tally unused = finish(round, 0, sender, time);
  }

  /** Sends reports whose bytes survived; the others are never made a second time. */
  private void resend(RecordedRound round, AnswerSender sender) throws InterruptedException {
    int lost = 0;
    for (int index = 0; index < round.draws().size(); index++) {
      int client = round.draws().client(index);
      List<byte[]> sealed = round.sealed().map(reports -> reports.of(client)).orElse(List.of());
      if (sealed.size() == round.draws().reports(index)) {
        sender.add(answer(client, sealed));
      } else {
        lost++;
      }
    }
    if (lost > 0) {
      listener.refused(round.id(), RefusalReason.REPORTS_LOST, lost);
    }
  }

  private AnswerSender.Tally finish(
      RecordedRound round, long dropped, AnswerSender sender, RoundTime time)
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
    listener.finished(
        new RoundSummary(
            round.id(),
            round.participants().cardinality(),
            round.draws().total(),
            dropped,
            tally.outcomes(),
            time.elapsed()));
    return tally;
  }

  private Answer answer(int client, List<byte[]> sealed) {
    return new Answer(settings.credentials().of(client), sealed);
  }
}
