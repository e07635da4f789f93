package org.shuffledcheckin.shuffler.round;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;
import org.shuffledcheckin.kit.signing.BundleFile;
import org.shuffledcheckin.shuffler.config.ShufflerConfig;
import org.shuffledcheckin.shuffler.enrolment.ActiveClients;
import org.shuffledcheckin.shuffler.model.ModelBytes;
import org.shuffledcheckin.shuffler.model.StagedModel;

/**
 * The unfinished rounds and what was witnessed of every run. Every transition is durable before
 * anyone hears of it, so a crash at any point leaves the state before or after it, never between.
 * Changed on the round thread only; look-ups may come from any thread.
 */
public final class RoundRegistry {
  private final ShufflerConfig config;
  private final RoundStorage storage;
  private final ActiveClients clients;
  private final BatchReleasePolicy policy;
  private final SecureRandom random;
  private final RoundEvents events;
  private final LongSupplier nanoTime;
  private final Witness witness;
  private final BundleFile aggregatorKeys;
  private final Map<RoundId, LiveRound> rounds = new ConcurrentHashMap<>();
  private final CloseWaiters waiters = new CloseWaiters();
  private volatile Optional<ClosedRound> lastClosed = Optional.empty();

  /**
   * Reads the rounds from storage.
   *
   * @param random cryptographic; draws thresholds
   * @param nanoTime monotonic: a jump of the wall clock moves no deadline
   */
  public RoundRegistry(
      ShufflerConfig config,
      RoundStorage storage,
      ActiveClients clients,
      SecureRandom random,
      RoundEvents events,
      LongSupplier nanoTime) {
    this.config = config;
    this.storage = storage;
    this.clients = clients;
    this.policy = new BatchReleasePolicy(random);
    this.random = random;
    this.events = events;
    this.nanoTime = nanoTime;
    this.witness = new Witness(config.rounds().maxRuns());
    this.aggregatorKeys = BundleFile.open(config.aggregator().bundle());
    reload();
  }

  /** Reads everything again, as after a restart; rounds that were open keep their deadlines. */
  public void reload() {
    RoundLoader.Loaded loaded = storage.load(Map.copyOf(rounds), nanoTime);
    Set<RoundId> wereOpen = openIds();
    witness.reload(loaded.runs());
    rounds.clear();
    rounds.putAll(loaded.rounds());
    storage.keepModels(openIds());
    storage.dropOrphans(loaded.orphans());
    rounds.values().stream()
        .filter(round -> round.state() != RoundState.OPEN)
        .forEach(round -> waiters.complete(round.outcome()));
    wereOpen.removeAll(openIds());
    wereOpen.forEach(events::foundClosed);
  }

  /** A round that is not finished. */
  public Optional<LiveRound> find(RoundId id) {
    return Optional.ofNullable(rounds.get(id));
  }

  /** Every round that takes pledges and deliveries. */
  public Set<LiveRound> open() {
    return rounds.values().stream()
        .filter(round -> round.state() == RoundState.OPEN)
        .collect(Collectors.toSet());
  }

  /** The round that closed last, if one has since the start. */
  public Optional<ClosedRound> lastClosed() {
    return lastClosed;
  }

  /** Links that were witnessed of a run after the given one, in order; none at the end. */
  public List<LedgerChain.Link> links(RoundId.Run run, long after) {
    return storage.links(run, after);
  }

  /** The ledger head that was witnessed of a run, if it was seen at all. */
  public Optional<LedgerChain.Head> witnessed(RoundId.Run run) {
    return witness.find(run).map(RunRecord::witnessed);
  }

  /** The run's round that is not finished, if there is one. */
  public Optional<LiveRound> unfinished(RoundId.Run run) {
    return rounds.values().stream().filter(round -> round.id().run().equals(run)).findFirst();
  }

  /** Bytes of reports that all spools are reckoned to hold. Round thread only. */
  public long spoolBytes() {
    return rounds.values().stream().mapToLong(LiveRound::spoolBytes).sum();
  }

  /** Bytes of reports in the spools of rounds that have closed. */
  public long closedSpoolBytes() {
    return rounds.values().stream()
        .filter(round -> round.state() != RoundState.OPEN)
        .mapToLong(LiveRound::spoolBytes)
        .sum();
  }

  /** Witnesses more of a run's ledger, durably, and returns its head. */
  public LedgerChain.Head extend(LedgerExtension ledger) {
    LedgerChain.Head witnessed = witness.get(ledger.run()).witnessed();
    if (ledger.leadsTo(witnessed)) {
      return witnessed;
    }
    witness.requireRoomFor(ledger.run());
    RunRecord after = witness.extended(ledger);
    storage.saveRun(ledger, after);
    witness.remember(ledger.run(), after);
    return after.witnessed();
  }

  /**
   * The round, if it is there with this announcement; nothing if it may be opened.
   *
   * @throws RefusedException if it may not
   */
  public Optional<LiveRound> check(OpenRequest request) {
    if (!aggregatorKeys.verify(request.round())) {
      throw new RefusedException(
          Refusal.SIGNATURE_INVALID, "no key of aggregator.bundle signed this round");
    }
    Optional<LiveRound> existing = find(request.id());
    if (existing.isPresent()) {
      if (existing.get().announcement().digest().equals(request.announcement().digest())) {
        return existing;
      }
      throw new RefusedException(
          Refusal.ROUND_EXISTS, "the round was opened with other parameters");
    }
    witness.requireNew(request.id());
    if (unfinished(request.id().run()).isPresent()) {
      throw new RefusedException(
          Refusal.ROUND_UNFINISHED, "another round of the run is not finished");
    }
    if (rounds.size() >= config.rounds().maxOpen()) {
      throw new RefusedException(Refusal.BUSY, "too many rounds are open");
    }
    witness.requireRoomFor(request.id().run());
    requireDeliveriesFit(request.announcement().terms());
    witness.charged(request);
    return Optional.empty();
  }

  /** A draw that could not be sent whole would change the law of the draw. */
  private void requireDeliveriesFit(RoundTerms terms) {
    long longest = config.clients().limits().maxMessage().bytes();
    if (terms.largestDeliveryBytes() > longest) {
      throw new RefusedException(
          Refusal.DELIVERIES_TOO_LARGE,
          "a client's delivery may need %d bytes, and clients.limits.max-message is %d"
              .formatted(terms.largestDeliveryBytes(), longest));
    }
  }

  /** Opens the round, durably, then announces it; or finds it open or closed already. */
  public LiveRound open(OpenRequest request, StagedModel staged) {
    Optional<LiveRound> existing = check(request);
    if (existing.isPresent()) {
      return existing.get();
    }
    RoundId id = request.id();
    RoundTerms terms = request.announcement().terms();
    RunRecord run = witness.charged(request);
    RoundRecord record = RoundRecord.open(request.round(), policy.drawThreshold(terms));
    staged.complete();
    ModelBytes model = storage.adopt(id, staged);
    long deadline = nanoTime.getAsLong() + terms.window().openFor().toNanos();
    LiveRound round =
        new LiveRound(record, nanoTime)
            .runsUntil(deadline, model, storage.announced(request.ledger()))
            .naming(
                terms.isSummed() && config.rounds().revokeBadSeeds()
                    ? Optional.of(SenderNames.draw(random))
                    : Optional.empty());
    storage.saveOpened(round, request.ledger(), run);
    witness.remember(id.run(), run);
    rounds.put(id, round);
    events.opened(round);
    return round;
  }

  /** Closes what is due and writes down how much time the others have left. */
  public void tick() {
    List<LiveRound> stale = new ArrayList<>();
    for (LiveRound round : open()) {
      if (!round.isInTime() || mayCloseEarly(round)) {
        close(round);
      } else if (round.isStale(RoundLoader.PERSIST_EVERY_NANOS)) {
        stale.add(round);
      }
    }
    storage.saveProgress(stale);
  }

  /**
   * Closes a round before its time if the operator allows that, every active client has pledged and
   * everything pledged was delivered: nobody who comes later could change the batch.
   */
  public void closeIfComplete(LiveRound round) {
    if (round.state() == RoundState.OPEN && mayCloseEarly(round)) {
      close(round);
    }
  }

  private boolean mayCloseEarly(LiveRound round) {
    return config.rounds().earlyClose() && round.isComplete(clients);
  }

  /** Completes the result when the round has closed, on the round thread. */
  public void awaitClosed(RoundId id, CompletableFuture<ClosedRound> result) {
    LiveRound round = rounds.get(id);
    if (round == null) {
      result.completeExceptionally(
          new RefusedException(
              Refusal.ROUND_UNKNOWN, "no such round is open, or closed and not finished"));
    } else if (round.state() == RoundState.OPEN) {
      waiters.await(id, result);
    } else {
      result.complete(round.outcome());
    }
  }

  /** Ends everyone's wait. */
  public void refuseWaiting() {
    waiters.refuseAll();
  }

  /**
   * Takes the verdict on the seeds of a released round: the first is written down, durably, before
   * anything is added up, and no other is taken after it. One that strikes more than was announced
   * discards the round.
   *
   * @throws RefusedException if the round has no sum, or another verdict was given before
   */
  public JudgedRound judge(RoundId id, Verdict verdict) {
    LiveRound round = rounds.get(id);
    if (round == null) {
      throw new RefusedException(Refusal.ROUND_UNKNOWN, "no such round is closed and not finished");
    }
    boolean released = round.state() == RoundState.RELEASED;
    if (!round.terms().isSummed() || !(released || round.state() == RoundState.TOO_MANY_STRUCK)) {
      throw new RefusedException(
          Refusal.ROUND_HAS_NO_SUM, "only a released round whose reports are added up has a sum");
    }
    return released ? judge(round, verdict) : new JudgedRound(round.terms(), 0, Optional.empty());
  }

  private JudgedRound judge(LiveRound round, Verdict verdict) {
    long reports = round.outcome().reports();
    requireOf(reports, verdict);
    Optional<Verdict> given = storage.verdict(round.id());
    if (given.isPresent() && !given.get().equals(verdict)) {
      throw new RefusedException(Refusal.VERDICT_GIVEN, "another verdict was given, and stands");
    }
    revoke(round, verdict);
    if (given.isEmpty() && verdict.kept() < round.terms().window().leastKept(reports)) {
      discardStruck(round);
      return new JudgedRound(round.terms(), reports, Optional.empty());
    }
    if (given.isEmpty()) {
      storage.saveVerdict(round.id(), verdict);
    }
    return new JudgedRound(round.terms(), reports, Optional.of(verdict));
  }

  /** Those whose seeds did not open had nothing to send that counts; again after a crash. */
  private void revoke(LiveRound round, Verdict verdict) {
    List<Long> senders = storage.struck(round.id(), verdict);
    if (!senders.isEmpty()) {
      events.revoked(round.id(), clients.revoke(senders));
    }
  }

  private static void requireOf(long reports, Verdict verdict) {
    try {
      verdict.requireOf(reports);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(Refusal.MALFORMED, e.getMessage());
    }
  }

  private void discardStruck(LiveRound round) {
    RoundRecord record = round.record().closed(RoundState.TOO_MANY_STRUCK, round.record().tally());
    storage.saveClosed(record);
    round.become(record);
    storage.dropLater(round.id());
  }

  /** The sum that was formed of a judged round, if it was. */
  public Optional<byte[]> sum(JudgedRound judged) {
    return storage.sum(judged.terms().id());
  }

  /** Keeps the sum of a judged round, durably, before anyone is told. */
  public void keep(JudgedRound judged, byte[] sum) {
    storage.saveSum(judged.terms().id(), sum);
  }

  /** Forgets the round: its reports, its model and who pledged. Its number stays used. */
  public void finish(RoundId id) {
    LiveRound round = rounds.get(id);
    Optional<RunRecord> run = witness.find(id.run());
    // A run that was never seen has nothing to forget, and is not worth a place for ever.
    if (run.isEmpty() || (round == null && id.number() <= run.get().newest())) {
      return;
    }
    RunRecord after =
        new RunRecord(Math.max(run.get().newest(), id.number()), run.get().witnessed());
    storage.saveFinished(id, after);
    witness.remember(id.run(), after);
    rounds.remove(id);
    if (round != null) {
      boolean wasOpen = round.state() == RoundState.OPEN;
      round.become(round.record().closed(RoundState.ABANDONED, round.tally(clients)));
      events.finished(id);
      storage.keepModels(openIds());
      storage.dropLater(id);
      if (wasOpen) {
        announceClosed(round);
      }
    }
  }

  private void close(LiveRound round) {
    Tally tally = round.tally(clients);
    RoundState state = BatchReleasePolicy.decide(round.terms(), round.record().threshold(), tally);
    RoundRecord record = round.record().closed(state, tally);
    storage.saveClosed(record);
    round.become(record);
    if (state != RoundState.RELEASED) {
      storage.dropLater(round.id());
    }
    storage.keepModels(openIds());
    announceClosed(round);
  }

  private void announceClosed(LiveRound round) {
    lastClosed = Optional.of(round.outcome());
    events.closed(round);
    waiters.complete(round.outcome());
  }

  private Set<RoundId> openIds() {
    return open().stream().map(LiveRound::id).collect(Collectors.toSet());
  }
}
