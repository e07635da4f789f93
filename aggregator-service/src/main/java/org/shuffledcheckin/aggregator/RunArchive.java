package org.shuffledcheckin.aggregator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.aggregator.config.AggregatorConfig;
import org.shuffledcheckin.aggregator.config.FrozenSettings;
import org.shuffledcheckin.aggregator.ledger.LedgerMark;
import org.shuffledcheckin.aggregator.run.BudgetView;
import org.shuffledcheckin.aggregator.run.PlanView;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.aggregator.run.RunView;
import org.shuffledcheckin.aggregator.store.Database;
import org.shuffledcheckin.aggregator.store.JdbcRunStore;
import org.shuffledcheckin.aggregator.store.RunHistory;
import org.shuffledcheckin.aggregator.store.RunTotals;
import org.shuffledcheckin.aggregator.store.StoredRun;
import org.shuffledcheckin.kit.files.FolderLock;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.learning.model.ModelSpec;

/** A run in its store, for those who only look. May be used while the aggregator runs. */
public final class RunArchive implements AutoCloseable {
  private final Path data;
  private final Path markFile;
  private final JdbcRunStore store;
  private final StoredRun run;
  private final FrozenSettings settings;

  private RunArchive(Path data, Path markFile, Database database) {
    this.data = data;
    this.markFile = markFile;
    store = new JdbcRunStore(database, 1);
    try {
      run =
          store
              .run()
              .orElseThrow(() -> new IllegalArgumentException("no run has begun in " + data));
      settings = FrozenSettings.parse(run.configuration());
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  /**
   * Opens the run in an aggregator's data folder.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static RunArchive ofFolder(Path folder) {
    return new RunArchive(folder, folder.resolve(AggregatorRun.MARK), embedded(folder));
  }

  /**
   * Opens the run that a configuration names, in whichever database it is.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static RunArchive ofConfig(AggregatorConfig config) {
    return new RunArchive(
        config.data(),
        AggregatorRun.markFile(config),
        config.database().isPresent() ? AggregatorRun.database(config) : embedded(config.data()));
  }

  private static Database embedded(Path folder) {
    Path file = folder.resolve(AggregatorRun.DATABASE);
    if (Files.notExists(file)) {
      throw new IllegalArgumentException("no run in folder " + folder);
    }
    return Database.sqliteForReading(file);
  }

  /** The run as it was created. */
  public StoredRun run() {
    return run;
  }

  /** The run's past. */
  public RunHistory history() {
    return store;
  }

  /** The newest ledger head that the mark outside the database remembers. */
  Optional<Head> mark() throws IOException {
    return LedgerMark.read(markFile, run.id());
  }

  /**
   * What is trained.
   *
   * @throws IllegalArgumentException if the run only counts
   */
  public ModelSpec model() {
    return settings
        .model()
        .orElseThrow(
            () -> new IllegalArgumentException("the run in " + data + " counts; it has no model"));
  }

  /** The run as its store shows it: what it says was spent is taken at its word. */
  public RunView view() throws IOException {
    PlanView plan = settings.plan("a model");
    RunTotals totals = store.totals();
    boolean complete = totals.committed() + totals.discarded() >= plan.rounds();
    RunState state = isBusy() ? RunState.RUNNING : complete ? RunState.FINISHED : RunState.STOPPED;
    RunStatus status =
        new RunStatus(
            run.id(),
            state,
            detail(state),
            totals,
            new BudgetView(spent(totals.charged()), settings.budget(), OptionalLong.empty()),
            store.accuracy());
    return new RunView(status, plan, false);
  }

  private static String detail(RunState state) {
    return switch (state) {
      case RUNNING -> "An aggregator works on it now; its operations port knows more.";
      case FINISHED -> "All rounds of the plan are done.";
      default -> "Nothing works on it; it can go on.";
    };
  }

  private UpperBound spent(long charged) {
    Budget limit = settings.budget();
    return store.ledgerAfter(charged - 1, 1).stream()
        .findFirst()
        .map(entry -> entry.charge().after())
        .orElseGet(() -> new UpperBound(0, limit.delta(), "no-rounds"));
  }

  /** Whether an aggregator on this machine works on the data folder right now. */
  private boolean isBusy() throws IOException {
    return FolderLock.isHeld(data);
  }

  @Override
  public void close() {
    store.close();
  }
}
