package org.shuffledcheckin.cli.ledger;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.shuffledcheckin.aggregator.config.AggregatorConfig;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
import org.shuffledcheckin.aggregator.ledger.LedgerMark;
import org.shuffledcheckin.aggregator.store.Database;
import org.shuffledcheckin.aggregator.store.JdbcRunStore;
import org.shuffledcheckin.aggregator.store.RunStore;
import org.shuffledcheckin.aggregator.store.StoreUnavailable;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.RoundId;

/** The ledger in the folder of a run, read page by page. */
final class RunLedger implements AutoCloseable {
  private static final int PAGE = 1000;
  private static final String DATABASE = "aggregator.db";
  private static final String MARK = "ledger.mark";

  private final Path mark;
  private final RunStore store;

  private RunLedger(Path mark, RunStore store) {
    this.mark = mark;
    this.store = store;
  }

  /**
   * Opens the ledger of a demo's folder or of an aggregator's data folder.
   *
   * @throws IllegalArgumentException if there is none
   */
  static RunLedger ofFolder(Path run) {
    Path folder =
        List.of(run, run.resolve("state/aggregator")).stream()
            .filter(candidate -> Files.isRegularFile(candidate.resolve(DATABASE)))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        run + " holds no ledger: it must be the folder of a run"));
    return new RunLedger(
        folder.resolve(MARK), open(() -> Database.sqlite(folder.resolve(DATABASE))));
  }

  /** Opens the ledger that an aggregator with this configuration keeps. */
  static RunLedger ofConfig(AggregatorConfig config) {
    Path mark = config.ledgerMark().orElse(config.data().resolve(MARK));
    if (config.database().isEmpty()) {
      RunLedger folder = ofFolder(config.data());
      return new RunLedger(mark, folder.store);
    }
    AggregatorConfig.DatabaseConfig database = config.database().get();
    return new RunLedger(
        mark,
        open(
            () ->
                Database.postgresql(
                    database.url(), database.user(), database.password().reveal())));
  }

  private static RunStore open(Supplier<Database> database) {
    try {
      return new JdbcRunStore(database.get(), Integer.MAX_VALUE);
    } catch (StoreUnavailable e) {
      throw new CommandFailure(ExitCode.UNAVAILABLE, e.getMessage());
    }
  }

  /** A bound for six decimals: rounding must not make it smaller. */
  static double roundedUp(double epsilon) {
    return Math.ceil(epsilon * 1e6) / 1e6;
  }

  RoundId.Run run() {
    return store
        .run()
        .orElseThrow(() -> new IllegalArgumentException("the database holds no run yet"))
        .id();
  }

  void forEach(Consumer<LedgerEntry> consumer) {
    long after = 0;
    List<LedgerEntry> page = store.ledgerAfter(after, PAGE);
    while (!page.isEmpty()) {
      page.forEach(consumer);
      after = page.get(page.size() - 1).sequence();
      page = store.ledgerAfter(after, PAGE);
    }
  }

  /** The head that the mark beside the database remembers, if the mark is there. */
  Optional<LedgerChain.Head> marked() throws IOException {
    return LedgerMark.read(mark, run());
  }

  @Override
  public void close() {
    store.close();
  }
}
