package org.shuffledcheckin.aggregator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.aggregator.config.AggregatorConfig;
import org.shuffledcheckin.aggregator.config.FrozenSettings;
import org.shuffledcheckin.aggregator.ledger.Charge;
import org.shuffledcheckin.aggregator.ledger.LedgerAudit;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
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

  /**
   * The newest ledger head that the mark outside the database remembers.
   *
   * @throws org.shuffledcheckin.aggregator.ledger.LedgerRefusal if the mark is lost
   */
  Optional<Head> mark() throws IOException {
    LedgerMark.requireFor(markFile, run.id(), store.ledgerAfter(0, 2).size());
    return LedgerMark.read(markFile, run.id());
  }

  /**
   * Makes the mark anew from the ledger as it is, on the word of an operator who knows that no
   * older database was put in its place; that word is kept beside the mark. A mark that remembers
   * something is never replaced, and the shuffler goes on to refuse a ledger that it has seen more
   * of.
   *
   * @param entries how many the operator says the ledger has
   * @param because the operator's reason, in one line
   * @throws IllegalArgumentException if there is a mark, or the ledger has another length
   * @throws org.shuffledcheckin.aggregator.ledger.LedgerRefusal if the ledger is broken
   */
  public Head acceptLedger(long entries, String because, Instant now) throws IOException {
    Optional<Head> remembered = LedgerMark.read(markFile, run.id());
    if (remembered.isPresent()) {
      throw new IllegalArgumentException(
          "the ledger mark %s is there and remembers entry %d; it is not replaced"
              .formatted(markFile, remembered.get().sequence()));
    }
    LedgerAudit audit = new LedgerAudit(run.id());
    store.forEachEntry(audit::next);
    Head head = audit.end();
    if (head.sequence() != entries || entries == 0) {
      throw new IllegalArgumentException(
          "the ledger must have the %d entries that you name, but has %d"
              .formatted(entries, head.sequence()));
    }
    Files.writeString(
        markFile.resolveSibling(markFile.getFileName() + ".accepted"),
        "%s %s %d %s %s%n"
            .formatted(now, run.id(), entries, head.hash(), because.replaceAll("\\s+", " ")),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND,
        StandardOpenOption.SYNC);
    try (LedgerMark mark = LedgerMark.open(markFile, run.id())) {
      mark.advance(head);
    }
    return head;
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
    RunTotals totals = store.totals();
    Optional<Charge> newest = newest(totals.charged());
    PlanView plan =
        settings.plan("a model", newest.map(Charge::accounted).orElseGet(settings::charge));
    boolean complete = totals.committed() + totals.discarded() >= plan.rounds();
    RunState state = isBusy() ? RunState.RUNNING : complete ? RunState.FINISHED : RunState.STOPPED;
    RunStatus status =
        new RunStatus(
            run.id(),
            state,
            detail(state),
            totals,
            new BudgetView(spent(newest), settings.budget(), OptionalLong.empty()),
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

  private Optional<Charge> newest(long charged) {
    return store.ledgerAfter(charged - 1, 1).stream().findFirst().map(LedgerEntry::charge);
  }

  private UpperBound spent(Optional<Charge> newest) {
    return newest
        .map(Charge::after)
        .orElseGet(() -> UpperBound.ofNoRounds(settings.budget().delta()));
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
