package org.shuffledcheckin.aggregator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.aggregator.budget.BudgetGate;
import org.shuffledcheckin.aggregator.config.AggregatorConfig;
import org.shuffledcheckin.aggregator.config.FrozenSettings;
import org.shuffledcheckin.aggregator.config.ResolvedRun;
import org.shuffledcheckin.aggregator.config.SettingsChanged;
import org.shuffledcheckin.aggregator.ledger.LedgerMark;
import org.shuffledcheckin.aggregator.round.Evaluations;
import org.shuffledcheckin.aggregator.round.ReplayedLedger;
import org.shuffledcheckin.aggregator.round.RoundCoordinator;
import org.shuffledcheckin.aggregator.round.RoundSigner;
import org.shuffledcheckin.aggregator.round.RunParts;
import org.shuffledcheckin.aggregator.round.RunParts.Books;
import org.shuffledcheckin.aggregator.round.RunParts.Job;
import org.shuffledcheckin.aggregator.round.RunParts.Resources;
import org.shuffledcheckin.aggregator.round.ShufflerLink;
import org.shuffledcheckin.aggregator.round.TestSetEvaluator;
import org.shuffledcheckin.aggregator.rpc.WireModel;
import org.shuffledcheckin.aggregator.run.BudgetView;
import org.shuffledcheckin.aggregator.run.RunEvents;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.aggregator.store.Database;
import org.shuffledcheckin.aggregator.store.JdbcRunStore;
import org.shuffledcheckin.aggregator.store.RunStore;
import org.shuffledcheckin.aggregator.store.StoredRun;
import org.shuffledcheckin.kit.files.FolderLock;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.learning.model.ModelSpec;

/** A run with everything it works with, opened in the one order that is safe. */
final class AggregatorRun implements AutoCloseable {
  /** File name of the embedded database. */
  static final String DATABASE = "aggregator.db";

  /** File name of the ledger mark, where no other place is configured. */
  static final String MARK = "ledger.mark";

  private final CloseStack open = new CloseStack();
  private final ResolvedRun resolved;
  private final RunStore store;
  private final RunEvents events;
  private final RoundCoordinator coordinator;

  private AggregatorRun(
      AggregatorConfig config,
      PrivacyAccountant accountant,
      Optional<Dataset> testSet,
      RoundSigner signer,
      Supplier<ShufflerLink> dial)
      throws IOException {
    try {
      resolved = ResolvedRun.of(config, new WireModel());
      requireSupported(resolved, accountant);
      requireFits(resolved.model(), testSet);
      Files.createDirectories(config.data());
      open.push(lock(config.data()));
      store = open.push(new JdbcRunStore(database(config), config.store().modelsKept()));
      RoundId.Run run = createOrResume().id();
      Books books = new Books(store, open.push(openMark(markFile(config), run)));
      store.claim();
      Job job = Job.of(run, resolved.plan(), resolved.task(), accountant);
      events = new RunEvents(status(job, books));
      ShufflerLink shuffler = open.push(dial.get());
      coordinator =
          new RoundCoordinator(
              parts(config, job, books, evaluations(config, job, testSet), shuffler, signer),
              config.shuffler().firstRetry(),
              config.shuffler().longestRetry(),
              new SecureRandom(),
              duration -> Thread.sleep(duration.toMillis()));
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Opens a run, or creates it.
   *
   * @param signer of its rounds
   * @param dial makes the link to the shuffler, which the run closes
   */
  static AggregatorRun open(
      AggregatorConfig config,
      PrivacyAccountant accountant,
      Optional<Dataset> testSet,
      RoundSigner signer,
      Supplier<ShufflerLink> dial) {
    try {
      return new AggregatorRun(config, accountant, testSet, signer, dial);
    } catch (IOException e) {
      throw new UncheckedIOException("The data folder " + config.data() + " cannot be used.", e);
    }
  }

  ResolvedRun resolved() {
    return resolved;
  }

  RunStore store() {
    return store;
  }

  RunEvents events() {
    return events;
  }

  RoundCoordinator coordinator() {
    return coordinator;
  }

  @Override
  public void close() {
    open.close();
  }

  private static void requireSupported(ResolvedRun resolved, PrivacyAccountant accountant) {
    var round = resolved.plan().charge(resolved.task().randomizer());
    if (!accountant.supports(round)) {
      throw new IllegalArgumentException(
          "no proven privacy bound exists for rounds such as " + round);
    }
  }

  private static FolderLock lock(Path folder) throws IOException {
    return FolderLock.tryAcquire(folder)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "another aggregator is using the data folder " + folder));
  }

  static Database database(AggregatorConfig config) {
    return config
        .database()
        .map(given -> Database.postgresql(given.url(), given.user(), given.password().reveal()))
        .orElseGet(() -> Database.sqlite(config.data().resolve(DATABASE)));
  }

  static Path markFile(AggregatorConfig config) {
    return config.ledgerMark().orElseGet(() -> config.data().resolve(MARK));
  }

  private StoredRun createOrResume() {
    if (store.run().isEmpty()) {
      RoundId.Run id = RoundId.Run.random(new SecureRandom());
      store.create(
          new StoredRun(id, resolved.settings().text(), Clock.systemUTC().instant()),
          resolved.task().initial());
    }
    StoredRun run = store.run().orElseThrow();
    List<String> differences =
        FrozenSettings.parse(run.configuration()).differences(resolved.settings());
    if (!differences.isEmpty()) {
      throw new SettingsChanged(differences);
    }
    return run;
  }

  private LedgerMark openMark(Path file, RoundId.Run run) throws IOException {
    LedgerMark.requireFor(file, run, store.ledgerAfter(0, 2).size());
    return LedgerMark.open(file, run);
  }

  private static RunStatus status(Job job, Books books) {
    BudgetGate gate = ReplayedLedger.read(job, books).gate();
    return new RunStatus(
        job.run(),
        RunState.STALLED,
        "Starting.",
        books.store().totals(),
        new BudgetView(gate.spent(), gate.limit(), OptionalLong.empty()),
        books.store().accuracy());
  }

  private Evaluations evaluations(AggregatorConfig config, Job job, Optional<Dataset> testSet) {
    return new Evaluations(
        resolved
            .model()
            .flatMap(model -> testSet.map(records -> new TestSetEvaluator(model, records))),
        config.evaluation().every(),
        job.plan().rounds().count(),
        store,
        events,
        executor(Executors.newSingleThreadExecutor(threads("evaluation"))));
  }

  private RunParts parts(
      AggregatorConfig config,
      Job job,
      Books books,
      Evaluations evaluations,
      ShufflerLink shuffler,
      RoundSigner signer) {
    int threads =
        config.threads() == 0 ? Runtime.getRuntime().availableProcessors() : config.threads();
    ExecutorService workers = executor(Executors.newCachedThreadPool(threads("worker")));
    return new RunParts(
        job,
        books,
        shuffler,
        evaluations,
        events,
        new Resources(threads, workers, Clock.systemUTC(), new SecureRandom(), signer));
  }

  private static void requireFits(Optional<ModelSpec> model, Optional<Dataset> testSet) {
    if (model.isEmpty() || testSet.isEmpty()) {
      return;
    }
    Shape input = model.get().input();
    int classes = model.get().classes();
    if (!testSet.get().shape().equals(input) || testSet.get().classes() > classes) {
      throw new IllegalArgumentException(
          "evaluation needs records of %s with at most %d classes like the model but has %s"
              .formatted(input, classes, testSet.get()));
    }
  }

  private ExecutorService executor(ExecutorService executor) {
    AutoCloseable stop = executor::shutdownNow;
    open.push(stop);
    return executor;
  }

  private static ThreadFactory threads(String name) {
    AtomicInteger count = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, "aggregator-" + name + "-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
