package org.shuffledcheckin.aggregator.round;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.aggregator.budget.BudgetDecision;
import org.shuffledcheckin.aggregator.budget.BudgetGate;
import org.shuffledcheckin.aggregator.ledger.Charge;
import org.shuffledcheckin.aggregator.ledger.LedgerAudit;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
import org.shuffledcheckin.aggregator.model.RoundTask;
import org.shuffledcheckin.aggregator.run.RoundTimes.Step;
import org.shuffledcheckin.aggregator.store.RoundOutcome;
import org.shuffledcheckin.aggregator.store.RoundState;
import org.shuffledcheckin.aggregator.store.RunStore;
import org.shuffledcheckin.aggregator.store.StoreUnavailable;
import org.shuffledcheckin.aggregator.store.StoredModel;
import org.shuffledcheckin.aggregator.store.StoredRound;
import org.shuffledcheckin.aggregator.store.StoredRound.Announced;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.sealing.RoundKey;

/**
 * Rounds without a disturbance between them. Everything it holds in memory is in the store as well;
 * after any failure it is thrown away and a new one is loaded, so that there is only one way to
 * resume. Not safe for several threads.
 */
final class RunSession {
  private final RunParts parts;
  private final RoundId.Run run;
  private final RunPlan plan;
  private final RoundTask task;
  private final RunStore store;
  private final ShufflerLink shuffler;
  private final CheckInRound accounted;
  private final Progress progress;
  private final RoundClock time = new RoundClock();
  private BudgetGate gate;
  private Head head;
  private Head witnessed;
  private StoredModel model;
  private Optional<StoredRound> newest;
  private Optional<CompletableFuture<BudgetDecision>> asked = Optional.empty();

  private RunSession(RunParts parts, ReplayedLedger ledger, Forecast forecast) {
    this.parts = parts;
    this.run = parts.job().run();
    this.plan = parts.job().plan();
    this.task = parts.job().task();
    this.store = parts.books().store();
    this.shuffler = parts.shuffler();
    this.accounted = parts.job().accounted();
    this.gate = ledger.gate();
    this.head = ledger.head();
    this.witnessed = LedgerChain.genesis(run);
    this.model = store.newestModel();
    this.newest = store.newestRound().map(this::ifPledged);
    forecast.begin(head.sequence(), gate, accounted);
    this.progress = new Progress(parts, forecast, gate);
  }

  /**
   * A round that was charged before clients pledged is not gone on with: its charge counts on no
   * loss, and its link does not name it.
   */
  private StoredRound ifPledged(StoredRound round) {
    boolean pledged =
        store.ledgerAfter(round.id().number() - 1, 1).stream()
            .allMatch(entry -> entry.charge().isPledged());
    return pledged ? round : round.withoutAnnouncement();
  }

  /** Reads everything anew and makes sure that ledger and mark agree. */
  static RunSession load(RunParts parts, Forecast forecast) {
    return new RunSession(parts, ReplayedLedger.read(parts.job(), parts.books()), forecast);
  }

  /** Makes sure that the shuffler has seen no other ledger, and learns how much of this one. */
  void connect() {
    ShufflerLink.Witness witness = shuffler.witness(run);
    witness.ledger().ifPresent(this::requireExtends);
    witnessed = witness.ledger().orElse(witnessed);
    requireEnrolled(witness);
    requireDeliveriesFit(witness);
    witness.unfinished().ifPresent(this::finishIfDecided);
  }

  private void requireExtends(Head seen) {
    Optional<Head> ours =
        seen.sequence() == 0
            ? Optional.of(LedgerChain.genesis(run))
            : store.ledgerAfter(seen.sequence() - 1, 1).stream().map(LedgerEntry::head).findFirst();
    LedgerAudit.requireSame("the shuffler", seen, head, ours);
  }

  /** Opening rounds that cannot be released would spend budget for nothing. */
  private void requireEnrolled(ShufflerLink.Witness witness) {
    if (witness.enrolledClients() < plan.population().clients() && !hasOpenRound()) {
      throw new ShufflerUnavailable(
          "Only %d of the %d clients that have to pledge are enrolled; waiting for more."
              .formatted(witness.enrolledClients(), plan.population().clients()));
    }
  }

  /** Rounds whose reports cannot be delivered would only spend budget. */
  private void requireDeliveriesFit(ShufflerLink.Witness witness) {
    long needed = plan.largestDeliveryBytes(task.randomizer());
    if (needed > witness.largestDelivery() && !hasOpenRound()) {
      throw new ShufflerUnavailable(
          "A client's delivery may need %d bytes, and the shuffler takes %d; raise clients.limits.max-message at the shuffler and shuffler.max-message at the clients, or train a smaller model."
              .formatted(needed, witness.largestDelivery()));
    }
  }

  /** Ends a round at the shuffler whose outcome is durable here already. */
  private void finishIfDecided(RoundId unfinished) {
    long number = newest.map(round -> round.id().number()).orElse(0L);
    if (unfinished.number() < number || (unfinished.number() == number && !hasOpenRound())) {
      shuffler.finish(unfinished);
    }
  }

  private boolean hasOpenRound() {
    return newest.map(round -> !round.state().isDecided()).orElse(false);
  }

  /** Whether nothing is left to do for the rounds so far. */
  boolean isSettled() {
    return newest.map(StoredRound::settled).orElse(true);
  }

  /** How many rounds the ledger has charged. */
  long charged() {
    return head.sequence();
  }

  /** Completes the numbers that are shown of the run. */
  void finish() {
    progress.awaitForecast();
  }

  /** How many rounds in a row, up to the newest, were discarded since this session began. */
  int discardsInARow() {
    return progress.discardsInARow();
  }

  /** Asks the gate for the next round; the answer stays the same until that is charged. */
  BudgetDecision ask() {
    time.start();
    if (asked.isEmpty()) {
      asked = Optional.of(CompletableFuture.completedFuture(gate.ask(accounted)));
    }
    return join(asked.get());
  }

  private static BudgetDecision join(CompletableFuture<BudgetDecision> asked) {
    try {
      return asked.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  /** Charges the next round: durable in ledger and mark before anybody hears of it. */
  void charge(BudgetDecision.Granted granted) {
    RoundId id = new RoundId(run, head.sequence() + 1);
    RoundKey key = RoundKey.generate();
    Announcement announcement =
        Announcement.of(
            plan.terms(
                id, task.randomizer(), travelling(id), key.publicKey(), granted.after().epsilon()));
    Charge charge =
        new Charge(
            Charge.Terms.of(announcement),
            granted.after(),
            gate.limit().epsilon(),
            parts.resources().clock().instant());
    LedgerEntry entry = LedgerEntry.after(head, charge);
    StoredRound round = StoredRound.charged(announcement, key);
    store.charge(entry, round);
    ReplayedLedger.advance(parts.books().mark(), entry.head());
    head = entry.head();
    gate = granted.next();
    newest = Optional.of(round);
    asked = Optional.empty();
    progress.charged(gate);
    time.done(Step.CHARGE);
  }

  /** The model as clients download it: under a key, if there is one, that the shuffler lacks. */
  private byte[] travelling(RoundId id) {
    byte[] announced = task.announced(model);
    return plan.modelKey().map(key -> key.seal(id, announced)).orElse(announced);
  }

  /** Takes the newest round as far as it goes: to its outcome, told to the shuffler. */
  void drive() throws InterruptedException {
    while (newest.isPresent() && !newest.get().settled()) {
      StoredRound round = newest.get();
      if (round.state().isDecided()) {
        settle(round);
      } else if (round.announced().isEmpty()) {
        discard(round, RoundOutcome.discarded("ANNOUNCED_BY_OLDER_VERSION"));
      } else if (round.state() == RoundState.CHARGED) {
        open(round, round.announced().get());
      } else {
        receive(round, round.announced().get());
      }
    }
  }

  private void open(StoredRound round, Announced announced) {
    // A head that the shuffler witnessed has this round's parameters in it, so it has the round.
    if (witnessed.sequence() < round.id().number()) {
      List<LedgerEntry> links = showAllBut(WireLimits.LEDGER_LINKS);
      shuffler.open(
          parts.resources().signer().sign(announced.announcement(), head),
          links(links),
          travelling(round.id()));
      witnessed = head;
    }
    store.opened(round.id().number());
    newest = Optional.of(round.in(RoundState.OPENED));
    time.done(Step.OPEN);
    parts.events().opened(round.id().number());
    BudgetGate next = gate;
    // The answer for the next round is worked out while clients work on this one.
    asked =
        Optional.of(
            CompletableFuture.supplyAsync(() -> next.ask(accounted), parts.resources().executor()));
  }

  /**
   * Shows a shuffler that has seen little the ledger page by page; returns what is left to show.
   */
  private List<LedgerEntry> showAllBut(int most) {
    List<LedgerEntry> entries = store.ledgerAfter(witnessed.sequence(), most + 1);
    while (entries.size() > most) {
      List<LedgerEntry> page = entries.subList(0, most);
      Head shown = page.get(most - 1).head();
      shuffler.extend(run, links(page), shown);
      witnessed = shown;
      entries = store.ledgerAfter(witnessed.sequence(), most + 1);
    }
    return entries;
  }

  private static List<Link> links(List<LedgerEntry> entries) {
    return entries.stream().map(LedgerEntry::link).toList();
  }

  private void receive(StoredRound round, Announced announced) throws InterruptedException {
    try (ShufflerLink.Batch batch = shuffler.receive(round.id())) {
      time.done(Step.COLLECT);
      Optional<String> refused = refused(announced, batch);
      if (refused.isPresent()) {
        discard(round, RoundOutcome.discarded(refused.get()).withMissing(batch.missing()));
      } else {
        SumRelease.Received received = sum(announced, batch);
        time.done(Step.SUM);
        if (received.result().isPresent()) {
          commit(round, received.result().get(), batch.missing());
        } else {
          discard(round, RoundOutcome.discarded(received.why()).withMissing(batch.missing()));
        }
      }
    } catch (ShufflerRefusal e) {
      switch (e.reason()) {
        case ROUND_UNKNOWN -> discard(round, RoundOutcome.discarded("LOST_BY_SHUFFLER"));
        case VERDICT_GIVEN -> discard(round, RoundOutcome.discarded("JUDGED_OTHERWISE"));
        default -> throw e;
      }
    }
  }

  /** Why a batch must not be opened; what it lacks beyond the loss limit was not charged for. */
  private Optional<String> refused(Announced announced, ShufflerLink.Batch batch) {
    if (batch.disposition() != ShufflerLink.Disposition.RELEASED) {
      return Optional.of(batch.disposition().name());
    }
    if (batch.missing() > announced.announcement().terms().population().lossLimit()) {
      return Optional.of(ShufflerLink.Disposition.REPORTS_MISSING.name());
    }
    return batch.reports() > plan.rounds().largestBatch()
        ? Optional.of("BATCH_TOO_LARGE")
        : Optional.empty();
  }

  private SumRelease.Received sum(Announced announced, ShufflerLink.Batch batch)
      throws InterruptedException {
    return announced.announcement().terms().isSummed()
        ? new SumRelease(shuffler, parts.resources()).receive(announced, batch)
        : SumRelease.Received.of(addUp(announced, batch));
  }

  private BatchSum.Result addUp(Announced announced, ShufflerLink.Batch batch)
      throws InterruptedException {
    BatchSum sum =
        new BatchSum(
            announced.key().opener(announced.announcement()),
            task.randomizer(),
            parts.resources().threads(),
            parts.resources().executor(),
            parts.resources().random());
    batch.forEachBlock(sum::add);
    return sum.finish();
  }

  private void commit(StoredRound round, BatchSum.Result result, long missing)
      throws InterruptedException {
    long number = round.id().number();
    RoundTask.Progress made = task.apply(model, result.sum(), number);
    RoundOutcome outcome =
        RoundOutcome.committed(
                result.reports(), result.sum().count(), result.rejected(), made.estimate())
            .withMissing(missing);
    requireUndecided(store.commit(number, outcome, made.model()));
    model = made.model();
    decided(round, RoundState.COMMITTED, outcome);
    parts.evaluations().committed(number, model.parameters());
  }

  private void discard(StoredRound round, RoundOutcome outcome) {
    requireUndecided(store.discard(round.id().number(), outcome));
    decided(round, RoundState.DISCARDED, outcome);
  }

  private void decided(StoredRound round, RoundState state, RoundOutcome outcome) {
    newest = Optional.of(round.in(state));
    time.done(Step.COMMIT);
    parts.events().ended(progress.ended(round.id().number(), outcome), time.times());
  }

  private static void requireUndecided(boolean happened) {
    if (!happened) {
      throw new StoreUnavailable("The round was decided meanwhile; reading the store again.", null);
    }
  }

  private void settle(StoredRound round) {
    shuffler.finish(round.id());
    store.settled(round.id().number());
    newest = Optional.of(round.withOutcomeTold());
  }
}
