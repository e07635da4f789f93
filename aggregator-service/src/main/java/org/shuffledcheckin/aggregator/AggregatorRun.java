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
import org.shuffledcheckin.aggregator.config.RunDesign;
import org.shuffledcheckin.aggregator.config.RunTerms;
import org.shuffledcheckin.aggregator.ledger.LedgerAudit;
import org.shuffledcheckin.aggregator.ledger.LedgerMark;
import org.shuffledcheckin.aggregator.ledger.LedgerRefusal;
import org.shuffledcheckin.aggregator.round.Evaluations;
import org.shuffledcheckin.aggregator.round.RoundCoordinator;
import org.shuffledcheckin.aggregator.round.RunImage;
import org.shuffledcheckin.aggregator.round.RunParts;
import org.shuffledcheckin.aggregator.round.ShufflerLink;
import org.shuffledcheckin.aggregator.round.TestSetEvaluator;
import org.shuffledcheckin.aggregator.rpc.WireModel;
import org.shuffledcheckin.aggregator.run.RunEvents;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.aggregator.store.Database;
import org.shuffledcheckin.aggregator.store.JdbcRunStore;
import org.shuffledcheckin.aggregator.store.RunStore;
import org.shuffledcheckin.aggregator.store.StoredEvaluation;
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
  private final RunDesign design;
  private final RunStore store;
  private final RunEvents events;
  private final RoundCoordinator coordinator;

  private AggregatorRun(
      AggregatorConfig config,
      PrivacyAccountant accountant,
      Optional<Dataset> testSet,
      Supplier<ShufflerLink> dial)
      throws IOException {
    try {
      design = RunDesign.of(config, new WireModel());
      requireSupported(design, accountant);
      requireFits(design.model(), testSet);
      Files.createDirectories(config.data());
      open.push(lock(config.data()));
      store = open.push(new JdbcRunStore(database(config), config.store().modelsKept()));
      StoredRun run = createOrResume(design);
      LedgerMark mark = open.push(openMark(markFile(config), run.id()));
      store.claim();
      events = new RunEvents(status(run.id(), design, accountant, mark));
      coordinator = coordinator(config, design, run.id(), mark, accountant, testSet, dial);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Opens a run, or creates it.
   *
   * @param dial makes the link to the shuffler, which the run closes
   */
  static AggregatorRun open(
      AggregatorConfig config,
      PrivacyAccountant accountant,
      Optional<Dataset> testSet,
      Supplier<ShufflerLink> dial) {
    try {
      return new AggregatorRun(config, accountant, testSet, dial);
    } catch (IOException e) {
      throw new UncheckedIOException("The data folder " + config.data() + " cannot be used.", e);
    }
  }

  RunDesign design() {
    return design;
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

  private static void requireSupported(RunDesign design, PrivacyAccountant accountant) {
    var round = design.plan().charge(design.task().randomizer());
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

  private StoredRun createOrResume(RunDesign design) {
    if (store.run().isEmpty()) {
      RoundId.Run id = RoundId.Run.random(new SecureRandom());
      store.create(
          new StoredRun(id, design.terms().text(), Clock.systemUTC().instant()),
          design.task().initial());
    }
    StoredRun run = store.run().orElseThrow();
    List<String> differences = RunTerms.parse(run.configuration()).differences(design.terms());
    if (!differences.isEmpty()) {
      throw new IllegalArgumentException(
          "This run was begun with another configuration: "
              + String.join("; ", differences)
              + ". Restore it, or begin a new run in another data folder.");
    }
    return run;
  }

  private LedgerMark openMark(Path file, RoundId.Run run) throws IOException {
    if (Files.notExists(file) && !store.ledgerAfter(0, 1).isEmpty()) {
      throw new LedgerRefusal(
          "The ledger mark "
              + file
              + " is missing, so a rolled-back ledger could not be noticed. Restore the file.");
    }
    return LedgerMark.open(file, run);
  }

  private RunStatus status(
      RoundId.Run run, RunDesign design, PrivacyAccountant accountant, LedgerMark mark) {
    BudgetGate unspent = BudgetGate.unspent(design.plan().budget(), accountant);
    LedgerAudit audit =
        new LedgerAudit(run).remembers("the ledger mark outside the database", mark.newest());
    List<StoredEvaluation> evaluations = store.evaluations();
    return new RunStatus(
        run,
        RunState.STALLED,
        "Starting.",
        store.totals(),
        RunImage.read(store, audit, unspent).gate().spent(),
        design.plan().budget(),
        OptionalLong.empty(),
        store.newestModel().version(),
        evaluations.isEmpty()
            ? Optional.empty()
            : Optional.of(evaluations.get(evaluations.size() - 1)));
  }

  private RoundCoordinator coordinator(
      AggregatorConfig config,
      RunDesign design,
      RoundId.Run run,
      LedgerMark mark,
      PrivacyAccountant accountant,
      Optional<Dataset> testSet,
      Supplier<ShufflerLink> dial) {
    ShufflerLink shuffler = open.push(dial.get());
    ExecutorService workers = executor(Executors.newCachedThreadPool(threads("worker")));
    ExecutorService evaluator = executor(Executors.newSingleThreadExecutor(threads("evaluation")));
    Evaluations evaluations =
        new Evaluations(
            design
                .model()
                .flatMap(model -> testSet.map(records -> new TestSetEvaluator(model, records))),
            config.evaluation().every(),
            design.plan().rounds().count(),
            store,
            events,
            evaluator);
    RunParts parts =
        new RunParts(
            run,
            design.plan(),
            design.task(),
            store,
            mark,
            shuffler,
            accountant,
            evaluations,
            events,
            config.threads() == 0 ? Runtime.getRuntime().availableProcessors() : config.threads(),
            workers,
            Clock.systemUTC(),
            new SecureRandom());
    return new RoundCoordinator(
        parts,
        config.shuffler().firstRetry(),
        config.shuffler().longestRetry(),
        new SecureRandom(),
        duration -> Thread.sleep(duration.toMillis()));
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
