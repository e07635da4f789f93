package org.shuffledcheckin.client.host;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import org.shuffledcheckin.client.coin.Draws;
import org.shuffledcheckin.client.coin.DropoutStage;
import org.shuffledcheckin.client.exchange.Delivery;
import org.shuffledcheckin.client.exchange.DeliveryOutcome;
import org.shuffledcheckin.client.exchange.DeliverySender;
import org.shuffledcheckin.client.exchange.Pledge;
import org.shuffledcheckin.client.exchange.PledgeOutcome;
import org.shuffledcheckin.client.exchange.PledgeSender;
import org.shuffledcheckin.client.exchange.RoundTime;
import org.shuffledcheckin.client.exchange.Tally;
import org.shuffledcheckin.client.journal.RecordedRound;
import org.shuffledcheckin.client.journal.SealedReports;
import org.shuffledcheckin.client.policy.RefusalReason;
import org.shuffledcheckin.client.training.LocalTask;
import org.shuffledcheckin.client.training.LocalTraining;
import org.shuffledcheckin.client.training.TrainingModel;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.sealing.ReportSealer;

/**
 * What the clients of a host say in one round, once their draws are durable: pledges first, and
 * then the reports of those whose pledge was heard.
 *
 * <p>Reports are made once: what was sent is sent again as it is, and where its bytes are lost it
 * is not made again. It may be begun again when the round is announced again. Pledging and running
 * are each for one thread at a time.
 */
final class RoundWork {
  private final HostContext host;
  private final Announcement round;
  private final RecordedRound recorded;
  private final BitSet dropped;
  private final BitSet silent = new BitSet();
  private final BitSet begun = new BitSet();
  private final boolean replayed;
  private List<Delivery> unheard = List.of();
  private boolean firstWords;
  private volatile boolean running;

  private RoundWork(
      HostContext host,
      Announcement round,
      RecordedRound recorded,
      BitSet dropped,
      boolean replayed) {
    this.host = host;
    this.round = round;
    this.recorded = recorded;
    this.dropped = dropped;
    this.replayed = replayed;
    this.firstWords = !replayed;
  }

  /** The work on draws that this process has just made. */
  static RoundWork ofFreshDraws(
      HostContext host, Announcement round, RecordedRound recorded, BitSet dropped) {
    return new RoundWork(host, round, recorded, dropped, false);
  }

  /** The work on draws that the journal has brought back: something may have been said already. */
  static RoundWork ofReplayedDraws(
      HostContext host, Announcement round, RecordedRound recorded, BitSet dropped) {
    return new RoundWork(host, round, recorded, dropped, true);
  }

  RoundId id() {
    return recorded.id();
  }

  /** Whether it was begun and has not come to its end. */
  boolean isRunning() {
    return running;
  }

  /** Hands every participant's pledge over to be sent, whatever it drew, and waits for no reply. */
  PledgeSender pledge(RoundTime time) throws InterruptedException {
    running = true;
    PledgeSender sender = host.exchange().pledges(id(), time, firstWords);
    firstWords = false;
    BitSet pledging = recorded.participants();
    pledging.andNot(silent);
    if (host.settings().drawing().dropoutStage() == DropoutStage.PLEDGE) {
      pledging.andNot(dropped);
    }
    Draws draws = recorded.draws();
    int next = 0;
    for (int client = pledging.nextSetBit(0);
        client >= 0;
        client = pledging.nextSetBit(client + 1)) {
      while (next < draws.size() && draws.client(next) < client) {
        next++;
      }
      boolean drew = next < draws.size() && draws.client(next) == client;
      sender.add(
          new Pledge(
              client, host.settings().credentialInBody(client), drew ? draws.reports(next) : 0));
    }
    sender.flush();
    return sender;
  }

  /** Nobody has time for the rest. */
  void giveUp() {
    running = false;
    host.listener().refused(id(), RefusalReason.REPORTS_LOST, recorded.draws().size());
  }

  /** Does everything that comes after the pledges were handed over. */
  void run(ExecutorService pool, PledgeSender pledges, RoundTime time) throws InterruptedException {
    try {
      Tally<Pledge, PledgeOutcome> pledged = heard(pledges);
      Draws sending = recorded.draws().without(dropped).of(pledges.pledged());
      DeliverySender sender = host.exchange().deliveries(id(), time);
      if (sending.size() > 0) {
        deliver(sending, pool, sender, time);
      }
      conclude(pledged, sender.finish(), time);
    } finally {
      running = false;
    }
  }

  private Tally<Pledge, PledgeOutcome> heard(PledgeSender pledges) throws InterruptedException {
    Tally<Pledge, PledgeOutcome> tally = pledges.finish();
    host.listener().pledged(id(), tally.outcomes());
    BitSet elsewhere = pledges.elsewhere();
    if (!elsewhere.isEmpty()) {
      silent.or(elsewhere);
      host.listener().refused(id(), RefusalReason.ANSWERED_ELSEWHERE, elsewhere.cardinality());
    }
    return tally;
  }

  private void deliver(Draws sending, ExecutorService pool, DeliverySender sender, RoundTime time)
      throws InterruptedException {
    for (Delivery delivery : unheard) {
      sender.add(delivery);
    }
    Draws rest = unmade(sending);
    if (rest.size() == 0) {
      return;
    }
    if (mayMake()) {
      make(rest, pool, sender, time);
    } else {
      resend(rest, sender);
    }
  }

  /** Whether it is certain that no report of clients which have not begun was ever sent. */
  private boolean mayMake() {
    return host.settings().delivery().keepSealed() ? recorded.sealed().isEmpty() : !replayed;
  }

  private Draws unmade(Draws draws) {
    synchronized (begun) {
      return draws.without(begun);
    }
  }

  private void make(Draws draws, ExecutorService pool, DeliverySender sender, RoundTime time)
      throws InterruptedException {
    try {
      LocalTask task = host.training().prepare(terms(), model(time));
      boolean keepSealed = host.settings().delivery().keepSealed();
      Map<Integer, List<byte[]>> kept = new ConcurrentHashMap<>();
      ReportPipeline.Sink sink =
          keepSealed ? kept::put : (client, reports) -> send(client, reports, sender);
      HostSettings settings = host.settings();
      new ReportPipeline(pool, settings.delivery().threads(), settings.drawing().randomness())
          .run(id(), draws, task, new ReportSealer(round), time, sink);
      if (keepSealed && !time.isOver()) {
        keepAndSend(new SealedReports(kept), sender);
      }
    } catch (ModelCheck.ModelRefusedException e) {
      host.listener().refused(id(), e.reason(), draws.size());
    } catch (IOException e) {
      host.listener().refused(id(), RefusalReason.REPORTS_LOST, draws.size());
    }
  }

  /** Asked for no sooner than this: on its way it could keep a pledge from arriving. */
  private Optional<TrainingModel> model(RoundTime time)
      throws InterruptedException, ModelCheck.ModelRefusedException {
    if (!LocalTraining.needsModel(terms())) {
      return Optional.empty();
    }
    return Optional.of(
        ModelCheck.check(
            host.exchange().download(terms(), time),
            terms(),
            host.training(),
            host.settings().rules()));
  }

  private void keepAndSend(SealedReports sealed, DeliverySender sender)
      throws IOException, InterruptedException {
    if (host.journal().recordSealed(id(), sealed)) {
      for (Map.Entry<Integer, List<byte[]>> entry : sealed.byClient().entrySet()) {
        send(entry.getKey(), entry.getValue(), sender);
      }
    }
  }

  /** Sends reports whose bytes survived; the others are never made a second time. */
  private void resend(Draws draws, DeliverySender sender) throws InterruptedException {
    int lost = 0;
    for (int index = 0; index < draws.size(); index++) {
      int client = draws.client(index);
      List<byte[]> sealed = recorded.sealed().map(reports -> reports.of(client)).orElse(List.of());
      if (sealed.size() == draws.reports(index)) {
        send(client, sealed, sender);
      } else {
        lost++;
      }
    }
    if (lost > 0) {
      host.listener().refused(id(), RefusalReason.REPORTS_LOST, lost);
    }
  }

  private void send(int client, List<byte[]> sealed, DeliverySender sender)
      throws InterruptedException {
    synchronized (begun) {
      begun.set(client);
    }
    sender.add(new Delivery(client, host.settings().credentialInBody(client), sealed));
  }

  private void conclude(
      Tally<Pledge, PledgeOutcome> pledged,
      Tally<Delivery, DeliveryOutcome> delivered,
      RoundTime time) {
    unheard = new ArrayList<>(delivered.unheard());
    if (pledged.unheard().isEmpty() && unheard.isEmpty() && !time.isOver()) {
      try {
        host.journal().recordFinished(id());
      } catch (IOException e) {
        // Only saves a resend that would change nothing; the next append repairs the file.
      }
    }
    host.listener()
        .finished(
            new RoundSummary(
                id(),
                recorded.participants().cardinality(),
                recorded.draws().total(),
                pledged.outcomes(),
                delivered.outcomes(),
                time.elapsed()));
  }

  private RoundTerms terms() {
    return round.terms();
  }
}
