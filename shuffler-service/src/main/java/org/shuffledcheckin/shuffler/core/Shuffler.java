package org.shuffledcheckin.shuffler.core;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.operations.Readiness;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.shuffler.config.IntakeLimits;
import org.shuffledcheckin.shuffler.config.ShufflerConfig;
import org.shuffledcheckin.shuffler.enrolment.ClientRegistry;
import org.shuffledcheckin.shuffler.intake.ClientDelivery;
import org.shuffledcheckin.shuffler.intake.ClientPledge;
import org.shuffledcheckin.shuffler.intake.GroupCommit;
import org.shuffledcheckin.shuffler.intake.Intake;
import org.shuffledcheckin.shuffler.intake.IntakeMeters;
import org.shuffledcheckin.shuffler.intake.IntakeWork;
import org.shuffledcheckin.shuffler.intake.Outcome;
import org.shuffledcheckin.shuffler.model.ModelCache;
import org.shuffledcheckin.shuffler.model.StagedModel;
import org.shuffledcheckin.shuffler.release.BatchReader;
import org.shuffledcheckin.shuffler.release.ReleasedSum;
import org.shuffledcheckin.shuffler.release.ShareSum;
import org.shuffledcheckin.shuffler.round.ClosedRound;
import org.shuffledcheckin.shuffler.round.JudgedRound;
import org.shuffledcheckin.shuffler.round.LedgerExtension;
import org.shuffledcheckin.shuffler.round.LiveRound;
import org.shuffledcheckin.shuffler.round.OpenRequest;
import org.shuffledcheckin.shuffler.round.RoundEvents;
import org.shuffledcheckin.shuffler.round.RoundListener;
import org.shuffledcheckin.shuffler.round.RoundRegistry;
import org.shuffledcheckin.shuffler.round.RoundStorage;
import org.shuffledcheckin.shuffler.round.RoundThread;
import org.shuffledcheckin.shuffler.round.Verdict;
import org.shuffledcheckin.shuffler.store.Store;
import org.shuffledcheckin.shuffler.store.StoreException;
import org.shuffledcheckin.shuffler.store.StoreGuard;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shuffler without its network: takes pledges and deliveries, keeps rounds, releases batches.
 * Time moves only when {@link #tick} is called. After a failure of the store it refuses work, opens
 * the store again as soon as that succeeds, and goes on.
 */
public final class Shuffler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Shuffler.class);
  private static final long RECOVER_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final StoreGuard store;
  private final ClientRegistry clients;
  private final ModelCache models;
  private final RoundStorage storage;
  private final RoundRegistry rounds;
  private final RoundThread<IntakeWork> thread;
  private final Intake intake;
  private final DiskWatch disk;
  private final long largestDelivery;
  private final LongSupplier nanoTime;
  private final Counter storeFailures;
  private long nextRecovery;

  /**
   * Opens the store and takes up every round where it was left.
   *
   * @param listener hears of rounds
   */
  public Shuffler(
      ShufflerConfig config,
      Store.Opener opener,
      Platform platform,
      RoundListener listener,
      MeterRegistry meters) {
    IntakeLimits limits = config.intake();
    nanoTime = platform.nanoTime();
    largestDelivery = config.clients().limits().maxMessage().bytes();
    store = new StoreGuard(opener);
    clients = new ClientRegistry(store, platform.random(), config.clients().maxEnrolled());
    models = new ModelCache(config.data().resolve("models"));
    storage = new RoundStorage(store, models);
    IntakeMeters intakeMeters = new IntakeMeters(meters);
    disk = new DiskWatch(platform, limits.minFreeDisk().bytes());
    RoundEvents events = new RoundEvents(meters, new Telling(listener, intakeMeters));
    rounds = new RoundRegistry(config, storage, clients, platform.random(), events, nanoTime);
    GroupCommit commit =
        new GroupCommit(store, rounds, limits, disk::isLow, platform.random(), intakeMeters);
    thread =
        new RoundThread<>(
            limits.queue().bytes(), limits.group().bytes(), commit::commit, platform.fatal());
    intake = new Intake(config, rounds, clients, nanoTime, thread::offer, intakeMeters);
    storeFailures = meters.counter("checkin.shuffler.store.failures");
    nextRecovery = nanoTime.getAsLong();
    gauges(meters, listener);
  }

  /**
   * Takes pledges; completes when they are durable.
   *
   * @param caller the client that the call itself names, for those without a credential of their
   *     own
   */
  public CompletableFuture<Outcome[]> pledge(
      RoundId round, OptionalLong caller, List<ClientPledge> pledges) {
    return intake.pledge(round, caller, pledges);
  }

  /** Takes deliveries; completes when they are durable. The caller as for {@link #pledge}. */
  public CompletableFuture<Outcome[]> deliver(
      RoundId round, OptionalLong caller, List<ClientDelivery> deliveries) {
    return intake.deliver(round, caller, deliveries);
  }

  /** The clients. */
  public ClientRegistry clients() {
    return clients;
  }

  /** Witnesses more of a run's ledger and returns its head. */
  public CompletableFuture<LedgerChain.Head> extend(LedgerExtension ledger) {
    return thread.submit(() -> rounds.extend(ledger));
  }

  /** Bytes of the longest request that clients may send. */
  public long largestDelivery() {
    return largestDelivery;
  }

  /** The round if it exists already, nothing if it may be opened; otherwise a refusal. */
  public CompletableFuture<Optional<LiveRound>> check(OpenRequest request) {
    return thread.submit(() -> rounds.check(request));
  }

  /** Begins the upload of a round's model. */
  public StagedModel stage(Announcement announcement) {
    return models.stage(announcement.terms().model());
  }

  /** Opens a round with a complete upload. */
  public CompletableFuture<LiveRound> open(OpenRequest request, StagedModel model) {
    return thread.submit(() -> rounds.open(request, model));
  }

  /** Completes when the round has closed; whoever gives up cancels it. */
  public CompletableFuture<ClosedRound> awaitClosed(RoundId id) {
    CompletableFuture<ClosedRound> result = new CompletableFuture<>();
    thread
        .run(() -> rounds.awaitClosed(id, result))
        .exceptionally(
            failure -> {
              result.completeExceptionally(failure);
              return null;
            });
    return result;
  }

  /** Reads a released batch. */
  public BatchReader reader(ClosedRound round) {
    return new BatchReader(store, round);
  }

  /**
   * Takes the verdict on a round's seeds and completes with the one sum that follows from it; of a
   * round that the verdict discards, with no bytes.
   *
   * @param adding where shares are added up, off the round thread
   */
  public CompletableFuture<ReleasedSum> sum(RoundId id, Verdict verdict, Executor adding) {
    return thread
        .submit(() -> rounds.judge(id, verdict))
        .thenComposeAsync(
            judged ->
                judged.verdict().isPresent()
                    ? add(judged)
                    : CompletableFuture.completedFuture(new ReleasedSum(judged, new byte[0])),
            adding);
  }

  private CompletableFuture<ReleasedSum> add(JudgedRound judged) {
    Optional<byte[]> formed = rounds.sum(judged);
    if (formed.isPresent()) {
      return CompletableFuture.completedFuture(new ReleasedSum(judged, formed.get()));
    }
    byte[] sum = new ShareSum(store).of(judged);
    return thread
        .run(() -> rounds.keep(judged, sum))
        .thenApply(kept -> new ReleasedSum(judged, sum));
  }

  /** Forgets a round. */
  public CompletableFuture<Void> finish(RoundId id) {
    return thread.run(() -> rounds.finish(id));
  }

  /** A round that is not finished. */
  public Optional<LiveRound> find(RoundId id) {
    return rounds.find(id);
  }

  /** Every round that takes pledges and deliveries. */
  public Set<LiveRound> open() {
    return rounds.open();
  }

  /** The round that closed last, if one has since the start. */
  public Optional<ClosedRound> lastClosed() {
    return rounds.lastClosed();
  }

  /** Links of a run's ledger after the given one, in order; none at the end. */
  public List<LedgerChain.Link> links(RoundId.Run run, long after) {
    return rounds.links(run, after);
  }

  /** What was witnessed of a run. */
  public Optional<LedgerChain.Head> witnessed(RoundId.Run run) {
    return rounds.witnessed(run);
  }

  /** The run's round that is not finished. */
  public Optional<LiveRound> unfinished(RoundId.Run run) {
    return rounds.unfinished(run);
  }

  /** Bytes of reports on disk of rounds that have closed. */
  public long spoolBytes() {
    return rounds.closedSpoolBytes();
  }

  /** Closes rounds that are due, and looks after the store; to be called a few times a second. */
  public CompletableFuture<Void> tick() {
    return thread.run(
        () -> {
          disk.look(rounds.open().isEmpty());
          if (store.isFailed()) {
            recover();
          } else {
            rounds.tick();
          }
        });
  }

  /** Adds what must be well before the shuffler takes work. */
  public void addChecks(Readiness readiness) {
    readiness
        .check("store", store::problem)
        .check("disk", disk::problem)
        .check(
            "rounds",
            () -> thread.isAlive() ? Optional.empty() : Optional.of("the round thread ended"));
  }

  /** Whether work is taken. */
  public boolean isReady() {
    return !store.isFailed() && !disk.isLow() && thread.isAlive();
  }

  /** Ends the wait of everyone who waits for a round to close. */
  public void drain() {
    rounds.refuseWaiting();
  }

  /** Writes what is queued, notes how much time open rounds have left, and closes the store. */
  @Override
  public void close() {
    drain();
    CompletableFuture<Void> unused = tick();
    thread.close();
    storage.close();
    store.close();
  }

  private void recover() {
    long now = nanoTime.getAsLong();
    if (disk.isLow() || now - nextRecovery < 0) {
      return;
    }
    nextRecovery = now + RECOVER_EVERY_NANOS;
    storeFailures.increment();
    try {
      clients.reload(store.reopen());
      rounds.reload();
      store.trust();
      LOG.atInfo().log("the store is open again");
    } catch (StoreException e) {
      LOG.atWarn().addKeyValue("reason", e.getMessage()).log("the store cannot be opened yet");
    }
  }

  private void gauges(MeterRegistry meters, RoundListener listener) {
    Gauge.builder("checkin.shuffler.spool", rounds, RoundRegistry::closedSpoolBytes)
        .baseUnit("bytes")
        .description("Reports on disk of rounds that have closed")
        .register(meters);
    Gauge.builder("checkin.shuffler.disk.free", disk, DiskWatch::told)
        .baseUnit("bytes")
        .description("Free disk when a round closed last, or now while none is open")
        .register(meters);
    Gauge.builder("checkin.shuffler.rounds.open", rounds, registry -> registry.open().size())
        .register(meters);
    Gauge.builder("checkin.shuffler.clients.enrolled", clients, ClientRegistry::activeCount)
        .register(meters);
    Gauge.builder("checkin.shuffler.subscriptions", listener, RoundListener::subscriptions)
        .register(meters);
    Gauge.builder("checkin.shuffler.ready", this, shuffler -> shuffler.isReady() ? 1 : 0)
        .register(meters);
  }

  /** Shows what came in when a round has closed, before anyone else hears of the close. */
  private final class Telling implements RoundListener {
    private final RoundListener listener;
    private final IntakeMeters meters;

    Telling(RoundListener listener, IntakeMeters meters) {
      this.listener = listener;
      this.meters = meters;
    }

    @Override
    public void opened(LiveRound round) {
      listener.opened(round);
    }

    @Override
    public void closed(RoundId round) {
      meters.publish(id -> rounds.open().stream().anyMatch(open -> open.id().equals(id)));
      disk.tell();
      listener.closed(round);
    }

    @Override
    public long subscriptions() {
      return listener.subscriptions();
    }
  }
}
