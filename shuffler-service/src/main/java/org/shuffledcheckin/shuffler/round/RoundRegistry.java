package org.shuffledcheckin.shuffler.round;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;
import org.shuffledcheckin.shuffler.config.RoundRules;
import org.shuffledcheckin.shuffler.enrolment.ActiveClients;
import org.shuffledcheckin.shuffler.model.ModelBytes;
import org.shuffledcheckin.shuffler.model.ModelCache;
import org.shuffledcheckin.shuffler.model.StagedModel;
import org.shuffledcheckin.shuffler.store.Store.Durability;
import org.shuffledcheckin.shuffler.store.Store.Table;
import org.shuffledcheckin.shuffler.store.StoreBatch;
import org.shuffledcheckin.shuffler.store.StoreException;
import org.shuffledcheckin.shuffler.store.StoreGuard;

/**
 * The unfinished rounds and what was witnessed of every run. Every transition is durable before
 * anyone hears of it, so a crash at any point leaves the state before or after it, never between.
 * Changed on the round thread only; look-ups may come from any thread.
 */
public final class RoundRegistry {
  private final StoreGuard store;
  private final ModelCache models;
  private final ActiveClients clients;
  private final BatchReleasePolicy policy;
  private final RoundRules rules;
  private final LongSupplier nanoTime;
  private final Executor sweeper;
  private final RoundListener listener;
  private final RoundMeters meters;
  private final long largestAnswer;
  private final Map<RoundId, LiveRound> rounds = new ConcurrentHashMap<>();
  private final Map<RoundId.Run, RunRecord> runs = new ConcurrentHashMap<>();
  private final CloseWaiters closed = new CloseWaiters();

  /**
   * What a round book works with.
   *
   * @param nanoTime monotonic: a jump of the wall clock moves no deadline
   * @param sweeper throws away spools, off the round thread
   * @param largestAnswer bytes of the longest request that clients may send
   */
  public record Parts(
      StoreGuard store,
      ModelCache models,
      ActiveClients clients,
      BatchReleasePolicy policy,
      RoundRules rules,
      LongSupplier nanoTime,
      Executor sweeper,
      RoundListener listener,
      RoundMeters meters,
      long largestAnswer) {}

  /** Reads the book from the store. */
  public RoundRegistry(Parts parts) {
    this.store = parts.store();
    this.models = parts.models();
    this.clients = parts.clients();
    this.policy = parts.policy();
    this.rules = parts.rules();
    this.nanoTime = parts.nanoTime();
    this.sweeper = parts.sweeper();
    this.listener = parts.listener();
    this.meters = parts.meters();
    this.largestAnswer = parts.largestAnswer();
    reload();
  }

  /** Reads everything again, as after a restart; rounds that were open keep their deadlines. */
  public void reload() {
    RoundLoader.Loaded loaded = new RoundLoader(store, models, nanoTime).load(Map.copyOf(rounds));
    Set<RoundId> wereOpen = open().stream().map(LiveRound::id).collect(Collectors.toSet());
    runs.clear();
    runs.putAll(loaded.runs());
    rounds.clear();
    rounds.putAll(loaded.rounds());
    forgetModels();
    // At once, not in the background: the same round may be opened again before that.
    loaded.orphans().forEach(store.reading()::dropSpool);
    rounds.values().stream()
        .filter(round -> round.state() != RoundState.OPEN)
        .forEach(round -> closed.complete(outcome(round)));
    wereOpen.removeAll(open().stream().map(LiveRound::id).collect(Collectors.toSet()));
    wereOpen.forEach(listener::closed);
  }

  /** A round that is not finished. */
  public Optional<LiveRound> find(RoundId id) {
    return Optional.ofNullable(rounds.get(id));
  }

  /** Every round that takes answers. */
  public Set<LiveRound> open() {
    return rounds.values().stream()
        .filter(round -> round.state() == RoundState.OPEN)
        .collect(Collectors.toSet());
  }

  /** The ledger head that was witnessed of a run, if it was seen at all. */
  public Optional<LedgerChain.Head> witnessed(RoundId.Run run) {
    return Optional.ofNullable(runs.get(run)).map(RunRecord::witnessed);
  }

  /** The run's round that is not finished, if there is one. */
  public Optional<LiveRound> unfinished(RoundId.Run run) {
    return rounds.values().stream().filter(round -> round.id().run().equals(run)).findFirst();
  }

  /** Bytes of reports in all spools. */
  public long spoolBytes() {
    return rounds.values().stream().mapToLong(LiveRound::spoolBytes).sum();
  }

  /** Witnesses more of a run's ledger, durably, and returns its head. */
  public LedgerChain.Head extend(LedgerExtension ledger) {
    RunRecord run = runOf(ledger.run());
    if (ledger.leadsTo(run.witnessed())) {
      return run.witnessed();
    }
    requireRoomFor(ledger.run());
    RunRecord after = new RunRecord(run.newest(), Witness.extend(run.witnessed(), ledger));
    store.write(
        new StoreBatch().put(Table.RUNS, ledger.run().toBytes(), after.encode()), Durability.DISK);
    runs.put(ledger.run(), after);
    return after.witnessed();
  }

  private void requireRoomFor(RoundId.Run run) {
    if (!runs.containsKey(run) && runs.size() >= rules.maxRuns()) {
      throw new RefusedException(Refusal.BUSY, "too many runs");
    }
  }

  /**
   * The round, if it is there with this announcement; nothing if it may be opened.
   *
   * @throws RefusedException if it may not
   */
  public Optional<LiveRound> check(OpenRequest request) {
    LiveRound existing = rounds.get(request.id());
    if (existing != null) {
      if (existing.announcement().digest().equals(request.announcement().digest())) {
        return Optional.of(existing);
      }
      throw new RefusedException(
          Refusal.ROUND_EXISTS, "the round was opened with other parameters");
    }
    RunRecord run = runs.get(request.id().run());
    if (run != null && request.id().number() <= run.newest()) {
      throw new RefusedException(
          Refusal.ROUND_OUT_OF_ORDER, "a round of this or a higher number has been seen");
    }
    if (unfinished(request.id().run()).isPresent()) {
      throw new RefusedException(
          Refusal.ROUND_UNFINISHED, "another round of the run is not finished");
    }
    if (rounds.size() >= rules.maxOpen()) {
      throw new RefusedException(Refusal.BUSY, "too many rounds are open");
    }
    requireRoomFor(request.id().run());
    requireAnswersFit(request.announcement().terms());
    Witness.extend(runOf(request.id().run()).witnessed(), request.ledger());
    return Optional.empty();
  }

  /** A draw that could not be sent whole would change the law of the draw. */
  private void requireAnswersFit(RoundTerms terms) {
    if (terms.largestAnswerBytes() > largestAnswer) {
      throw new RefusedException(
          Refusal.ANSWERS_TOO_LARGE,
          "a client's answer may need %d bytes, and clients.limits.max-message is %d"
              .formatted(terms.largestAnswerBytes(), largestAnswer));
    }
  }

  /** Opens the round, durably, then announces it; or finds it open or closed already. */
  public LiveRound open(OpenRequest request, StagedModel staged) {
    Optional<LiveRound> existing = check(request);
    if (existing.isPresent()) {
      return existing.get();
    }
    LedgerChain.Head head = Witness.extend(runOf(request.id().run()).witnessed(), request.ledger());
    var terms = request.announcement().terms();
    RoundRecord record =
        new RoundRecord(
            request.announcement(), head, policy.drawThreshold(terms), RoundState.OPEN, 0);
    staged.complete();
    ModelBytes model = models.adopt(request.id(), staged);
    store.createSpool(request.id());
    RunRecord run = new RunRecord(request.id().number(), head);
    long now = nanoTime.getAsLong();
    LiveRound round =
        new LiveRound(record).runsUntil(now + terms.window().openFor().toNanos(), model, now);
    StoreBatch batch =
        new StoreBatch()
            .put(Table.ROUNDS, record.key(), record.encode())
            .put(Table.RUNS, request.id().run().toBytes(), run.encode());
    round.persist(batch, now);
    store.write(batch, Durability.DISK);
    runs.put(request.id().run(), run);
    rounds.put(request.id(), round);
    meters.opened(round);
    listener.opened(round);
    return round;
  }

  /** Closes what is due and writes down how much time the others have left. */
  public void tick() {
    long now = nanoTime.getAsLong();
    StoreBatch batch = new StoreBatch();
    for (LiveRound round : open()) {
      if (!round.takesAnswers(now) || round.isComplete(clients)) {
        close(round);
      } else if (now - round.persistedAtNanos() >= RoundLoader.PERSIST_EVERY_NANOS) {
        round.persist(batch, now);
      }
    }
    if (!batch.isEmpty()) {
      store.write(batch, Durability.PROCESS);
    }
  }

  /** Closes a round early if that was announced and every active client has answered. */
  public void closeIfComplete(LiveRound round) {
    if (round.state() == RoundState.OPEN && round.isComplete(clients)) {
      close(round);
    }
  }

  /** Completes the result when the round has closed, on the round thread. */
  public void awaitClosed(RoundId id, CompletableFuture<ClosedRound> result) {
    LiveRound round = rounds.get(id);
    if (round == null) {
      result.completeExceptionally(
          new RefusedException(
              Refusal.ROUND_UNKNOWN, "no such round is open, or closed and not finished"));
    } else if (round.state() == RoundState.OPEN) {
      closed.await(id, result);
    } else {
      result.complete(outcome(round));
    }
  }

  /** Ends everyone's wait. */
  public void refuseWaiting() {
    closed.refuseAll();
  }

  /** Forgets the round: its reports, its model and who answered. Its number stays used. */
  public void finish(RoundId id) {
    LiveRound round = rounds.get(id);
    RunRecord run = runs.get(id.run());
    // A run that was never seen has nothing to forget, and is not worth a place for ever.
    if (run == null || (round == null && id.number() <= run.newest())) {
      return;
    }
    RunRecord after = new RunRecord(Math.max(run.newest(), id.number()), run.witnessed());
    store.write(
        new StoreBatch()
            .delete(Table.ROUNDS, RoundRecord.key(id))
            .put(Table.RUNS, id.run().toBytes(), after.encode()),
        Durability.DISK);
    runs.put(id.run(), after);
    rounds.remove(id);
    if (round != null) {
      boolean wasOpen = round.state() == RoundState.OPEN;
      round.become(round.record().closed(RoundState.ABANDONED, 0));
      meters.finished(round.id());
      forgetModels();
      sweep(id);
      if (wasOpen) {
        announceClosed(round);
      }
    }
  }

  private void close(LiveRound round) {
    BatchReleasePolicy.Counts counts =
        new BatchReleasePolicy.Counts(
            round.answered().countActive(clients), listener.subscriptions(), round.reports());
    RoundState state = policy.decide(round.terms(), round.record().threshold(), counts);
    RoundRecord record =
        round.record().closed(state, state == RoundState.RELEASED ? counts.reports() : 0);
    store.write(new StoreBatch().put(Table.ROUNDS, record.key(), record.encode()), Durability.DISK);
    round.become(record);
    if (state != RoundState.RELEASED) {
      sweep(round.id());
    }
    forgetModels();
    announceClosed(round);
  }

  private void announceClosed(LiveRound round) {
    meters.closed(round);
    closed.complete(outcome(round));
    listener.closed(round.id());
  }

  private void forgetModels() {
    models.keepOnly(open().stream().map(LiveRound::id).collect(Collectors.toSet()));
  }

  /** Throws a spool away in the background; one that stays is found again at the next start. */
  private void sweep(RoundId id) {
    sweeper.execute(
        () -> {
          try {
            store.reading().dropSpool(id);
          } catch (StoreException e) {
            meters.sweepFailed(id);
          }
        });
  }

  private static ClosedRound outcome(LiveRound round) {
    return new ClosedRound(
        round.id(), round.state(), round.state() == RoundState.RELEASED ? round.reports() : 0);
  }

  private RunRecord runOf(RoundId.Run run) {
    return Objects.requireNonNullElseGet(runs.get(run), () -> RunRecord.unseen(run));
  }
}
