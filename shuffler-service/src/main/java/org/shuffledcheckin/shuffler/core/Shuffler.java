package org.shuffledcheckin.shuffler.core;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.operations.Readiness;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.shuffler.config.IntakeLimits;
import org.shuffledcheckin.shuffler.config.RoundRules;
import org.shuffledcheckin.shuffler.enrolment.ClientRegistry;
import org.shuffledcheckin.shuffler.intake.AnswerIntake;
import org.shuffledcheckin.shuffler.intake.AnswerWork;
import org.shuffledcheckin.shuffler.intake.ClientAnswer;
import org.shuffledcheckin.shuffler.intake.GroupCommit;
import org.shuffledcheckin.shuffler.intake.IntakeMeters;
import org.shuffledcheckin.shuffler.intake.Outcome;
import org.shuffledcheckin.shuffler.model.ModelCache;
import org.shuffledcheckin.shuffler.model.StagedModel;
import org.shuffledcheckin.shuffler.release.BatchReader;
import org.shuffledcheckin.shuffler.round.BatchReleasePolicy;
import org.shuffledcheckin.shuffler.round.ClosedRound;
import org.shuffledcheckin.shuffler.round.LedgerExtension;
import org.shuffledcheckin.shuffler.round.LiveRound;
import org.shuffledcheckin.shuffler.round.OpenRequest;
import org.shuffledcheckin.shuffler.round.RoundListener;
import org.shuffledcheckin.shuffler.round.RoundMeters;
import org.shuffledcheckin.shuffler.round.RoundRegistry;
import org.shuffledcheckin.shuffler.round.RoundThread;
import org.shuffledcheckin.shuffler.store.Store;
import org.shuffledcheckin.shuffler.store.StoreException;
import org.shuffledcheckin.shuffler.store.StoreGuard;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shuffler without its network: takes answers, keeps rounds, releases batches. Time moves only
 * when {@link #tick} is called. After a failure of the store it refuses work, opens the store again
 * as soon as that succeeds, and goes on.
 */
public final class Shuffler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Shuffler.class);
  private static final long RECOVER_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final StoreGuard store;
  private final ClientRegistry registry;
  private final ModelCache models;
  private final RoundRegistry book;
  private final RoundThread<AnswerWork> thread;
  private final AnswerIntake intake;
  private final IntakeLimits limits;
  private final ExecutorService sweeper;
  private final long largestAnswer;
  private final LongSupplier nanoTime;
  private final LongSupplier freeDisk;
  private final Counter storeFailures;
  private volatile boolean diskIsLow;
  private long nextDiskCheck;
  private long nextRecovery;

  /**
   * What a shuffler works with.
   *
   * @param folder of models
   * @param opener of the store
   * @param nanoTime a monotonic clock
   * @param freeDisk bytes that the disk still has
   * @param random cryptographic
   * @param maxClients that may be enrolled
   * @param largestAnswer bytes of the longest request that clients may send
   * @param listener hears of rounds
   */
  public record Parts(
      Path folder,
      Store.Opener opener,
      RoundRules rules,
      IntakeLimits limits,
      LongSupplier nanoTime,
      LongSupplier freeDisk,
      SecureRandom random,
      long maxClients,
      long largestAnswer,
      RoundListener listener,
      MeterRegistry meters) {}

  /** Opens the store and takes up every round where it was left. */
  public Shuffler(Parts parts) {
    limits = parts.limits();
    nanoTime = parts.nanoTime();
    freeDisk = parts.freeDisk();
    store = new StoreGuard(parts.opener());
    sweeper = Executors.newSingleThreadExecutor(Shuffler::sweeperThread);
    registry = new ClientRegistry(store, parts.random(), parts.maxClients());
    models = new ModelCache(parts.folder());
    book =
        new RoundRegistry(
            new RoundRegistry.Parts(
                store,
                models,
                registry,
                new BatchReleasePolicy(parts.rules(), parts.random()),
                parts.rules(),
                nanoTime,
                sweeper,
                parts.listener(),
                new RoundMeters(parts.meters()),
                parts.largestAnswer()));
    largestAnswer = parts.largestAnswer();
    IntakeMeters intakeMeters = new IntakeMeters(parts.meters());
    GroupCommit commit =
        new GroupCommit(
            store, book, limits, () -> diskIsLow, parts.random(), nanoTime, intakeMeters);
    thread = new RoundThread<>(limits.queue().bytes(), limits.group().bytes(), commit::commit);
    intake = new AnswerIntake(book, registry, limits, nanoTime, thread::offer, intakeMeters);
    storeFailures = parts.meters().counter("checkin.shuffler.store.failures");
    nextDiskCheck = nanoTime.getAsLong();
    nextRecovery = nanoTime.getAsLong();
    gauges(parts.meters(), parts.listener());
    checkDisk();
  }

  /** Takes answers whose tokens name their clients; completes when they are durable. */
  public CompletableFuture<Outcome[]> answer(RoundId round, List<ClientAnswer> answers) {
    return intake.answer(round, answers);
  }

  /** Takes the answer of the client that a verified certificate names. */
  public CompletableFuture<Outcome[]> answerCertified(
      RoundId round, OptionalLong client, List<ClientAnswer> answers) {
    return intake.answerCertified(round, client, answers);
  }

  /** The clients. */
  public ClientRegistry registry() {
    return registry;
  }

  /** Witnesses more of a run's ledger and returns its head. */
  public CompletableFuture<LedgerChain.Head> extend(LedgerExtension ledger) {
    return thread.submit(() -> book.extend(ledger));
  }

  /** Bytes of the longest request that clients may send. */
  public long largestAnswer() {
    return largestAnswer;
  }

  /** The round if it exists already, nothing if it may be opened; otherwise a refusal. */
  public CompletableFuture<Optional<LiveRound>> check(OpenRequest request) {
    return thread.submit(() -> book.check(request));
  }

  /** Begins the upload of a round's model. */
  public StagedModel stage(Announcement announcement) {
    return models.stage(
        announcement.terms().model().sha256(), announcement.terms().model().bytes());
  }

  /** Opens a round with a complete upload. */
  public CompletableFuture<LiveRound> open(OpenRequest request, StagedModel model) {
    return thread.submit(() -> book.open(request, model));
  }

  /** Completes when the round has closed; whoever gives up cancels it. */
  public CompletableFuture<ClosedRound> awaitClosed(RoundId id) {
    CompletableFuture<ClosedRound> result = new CompletableFuture<>();
    thread
        .submit(
            () -> {
              book.awaitClosed(id, result);
              return null;
            })
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

  /** Forgets a round. */
  public CompletableFuture<Void> finish(RoundId id) {
    return thread.submit(
        () -> {
          book.finish(id);
          return null;
        });
  }

  /** A round that is not finished. */
  public Optional<LiveRound> find(RoundId id) {
    return book.find(id);
  }

  /** Every round that takes answers. */
  public Set<LiveRound> open() {
    return book.open();
  }

  /** What was witnessed of a run. */
  public Optional<LedgerChain.Head> witnessed(RoundId.Run run) {
    return book.witnessed(run);
  }

  /** The run's round that is not finished. */
  public Optional<LiveRound> unfinished(RoundId.Run run) {
    return book.unfinished(run);
  }

  /** Bytes of reports on disk. */
  public long spoolBytes() {
    return book.spoolBytes();
  }

  /** The clock that deadlines follow. */
  public long nanoTime() {
    return nanoTime.getAsLong();
  }

  /** Closes rounds that are due, and looks after the store; to be called a few times a second. */
  public CompletableFuture<Void> tick() {
    return thread.submit(
        () -> {
          checkDisk();
          if (store.isFailed()) {
            recover();
          } else {
            book.tick();
          }
          return null;
        });
  }

  /** Adds what must be well before the shuffler takes work. */
  public void addChecks(Readiness readiness) {
    readiness
        .check("store", store::problem)
        .check(
            "disk",
            () ->
                diskIsLow
                    ? Optional.of("free disk is below intake.min-free-disk")
                    : Optional.empty())
        .check(
            "rounds",
            () -> thread.isAlive() ? Optional.empty() : Optional.of("the round thread ended"));
  }

  /** Whether work is taken. */
  public boolean isReady() {
    return !store.isFailed() && !diskIsLow && thread.isAlive();
  }

  /** Ends the wait of everyone who waits for a round to close. */
  public void drain() {
    book.refuseWaiting();
  }

  /** Writes what is queued, notes how much time open rounds have left, and closes the store. */
  @Override
  public void close() {
    drain();
    CompletableFuture<Void> unused = tick();
    thread.close();
    sweeper.shutdown();
    try {
      if (!sweeper.awaitTermination(30, TimeUnit.SECONDS)) {
        LOG.atWarn().log("some spools stay until the next start");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    store.close();
  }

  private void recover() {
    long now = nanoTime.getAsLong();
    if (diskIsLow || now - nextRecovery < 0) {
      return;
    }
    nextRecovery = now + RECOVER_EVERY_NANOS;
    storeFailures.increment();
    try {
      registry.reload(store.reopen());
      book.reload();
      store.trust();
      LOG.atInfo().log("the store is open again");
    } catch (StoreException e) {
      LOG.atWarn().addKeyValue("reason", e.getMessage()).log("the store cannot be opened yet");
    }
  }

  private void checkDisk() {
    long now = nanoTime.getAsLong();
    if (now - nextDiskCheck < 0) {
      return;
    }
    nextDiskCheck = now + RECOVER_EVERY_NANOS;
    boolean low = freeDisk.getAsLong() < limits.minFreeDisk().bytes();
    if (low != diskIsLow) {
      LOG.atWarn()
          .addKeyValue("bytes", limits.minFreeDisk().bytes())
          .log(
              low
                  ? "free disk is below intake.min-free-disk: answers are refused as BUSY"
                  : "free disk is above intake.min-free-disk again: answers are taken");
    }
    diskIsLow = low;
  }

  private void gauges(MeterRegistry meters, RoundListener listener) {
    Gauge.builder("checkin.shuffler.spool", book, RoundRegistry::spoolBytes)
        .baseUnit("bytes")
        .description("Reports on disk")
        .register(meters);
    Gauge.builder("checkin.shuffler.queue", thread, RoundThread::queuedBytes)
        .baseUnit("bytes")
        .description("Answers that wait to be written")
        .register(meters);
    Gauge.builder("checkin.shuffler.rounds.open", book, rounds -> rounds.open().size())
        .register(meters);
    Gauge.builder("checkin.shuffler.clients.enrolled", registry, ClientRegistry::activeCount)
        .register(meters);
    Gauge.builder("checkin.shuffler.subscriptions", listener, RoundListener::subscriptions)
        .register(meters);
    Gauge.builder("checkin.shuffler.ready", this, shuffler -> shuffler.isReady() ? 1 : 0)
        .register(meters);
  }

  private static Thread sweeperThread(Runnable task) {
    Thread thread = new Thread(task, "shuffler-sweeper");
    thread.setDaemon(true);
    return thread;
  }
}
