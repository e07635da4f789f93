package org.shuffledcheckin.cli.ledger;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
import org.shuffledcheckin.aggregator.ledger.LedgerMark;
import org.shuffledcheckin.aggregator.store.Database;
import org.shuffledcheckin.aggregator.store.JdbcRunStore;
import org.shuffledcheckin.aggregator.store.RunStore;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.RoundId;

/** The ledger in the folder of a run, read page by page. */
final class RunLedger implements AutoCloseable {
  private static final int PAGE = 1000;

  private final Path folder;
  private final RunStore store;

  /**
   * Opens the ledger of a demo's folder or of an aggregator's data folder.
   *
   * @throws IllegalArgumentException if there is none
   */
  RunLedger(Path run) {
    folder =
        List.of(run, run.resolve("state/aggregator")).stream()
            .filter(candidate -> Files.isRegularFile(candidate.resolve("aggregator.db")))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        run + " holds no ledger: it must be the folder of a run"));
    store = new JdbcRunStore(Database.sqlite(folder.resolve("aggregator.db")), Integer.MAX_VALUE);
  }

  /** A bound for six decimals: rounding must not make it smaller. */
  static double roundedUp(double epsilon) {
    return Math.ceil(epsilon * 1e6) / 1e6;
  }

  RoundId.Run run() {
    return store
        .run()
        .orElseThrow(() -> new IllegalArgumentException(folder + " holds no run yet"))
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
    return LedgerMark.read(folder.resolve("ledger.mark"), run());
  }

  @Override
  public void close() {
    store.close();
  }
}
