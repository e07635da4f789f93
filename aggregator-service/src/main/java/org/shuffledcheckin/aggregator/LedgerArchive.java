package org.shuffledcheckin.aggregator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.aggregator.config.AggregatorConfig;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
import org.shuffledcheckin.aggregator.ledger.LedgerLines;
import org.shuffledcheckin.aggregator.ledger.LedgerMark;
import org.shuffledcheckin.aggregator.ledger.LedgerRefusal;
import org.shuffledcheckin.aggregator.ledger.LedgerVerifier;
import org.shuffledcheckin.aggregator.store.Database;
import org.shuffledcheckin.aggregator.store.JdbcRunStore;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * The ledger of a run, for those who check it: read from a data folder or from an exported file,
 * never changed. May be used while the aggregator runs.
 */
public final class LedgerArchive implements AutoCloseable {
  private static final int PAGE = 1000;

  private final RoundId.Run run;
  private final Optional<Head> mark;
  private final Source source;
  private final Runnable close;

  private interface Source {
    void read(Consumer<LedgerEntry> entries) throws IOException;
  }

  private LedgerArchive(RoundId.Run run, Optional<Head> mark, Source source, Runnable close) {
    this.run = run;
    this.mark = mark;
    this.source = source;
    this.close = close;
  }

  /**
   * Opens the ledger in an aggregator's data folder, with the mark beside it if that is there.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static LedgerArchive ofFolder(Path folder) throws IOException {
    Path file = folder.resolve(AggregatorRun.DATABASE);
    if (Files.notExists(file)) {
      throw new IllegalArgumentException("no run in folder " + folder);
    }
    return of(Database.sqliteForReading(file), folder.resolve(AggregatorRun.MARK));
  }

  /**
   * Opens the ledger that a configuration names, in whichever database it is.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static LedgerArchive ofConfig(AggregatorConfig config) throws IOException {
    if (config.database().isEmpty() && config.ledgerMark().isEmpty()) {
      return ofFolder(config.data());
    }
    return of(AggregatorRun.database(config), AggregatorRun.markFile(config));
  }

  private static LedgerArchive of(Database database, Path markFile) throws IOException {
    JdbcRunStore store = new JdbcRunStore(database, 1);
    try {
      RoundId.Run run =
          store
              .run()
              .orElseThrow(() -> new IllegalArgumentException("no run in this database"))
              .id();
      Optional<Head> mark = LedgerMark.read(markFile, run);
      return new LedgerArchive(run, mark, entries -> readAll(store, entries), store::close);
    } catch (IOException | RuntimeException e) {
      store.close();
      throw e;
    }
  }

  /**
   * Opens an exported file.
   *
   * @throws LedgerRefusal if its first line is not a ledger entry
   */
  public static LedgerArchive ofFile(Path file) throws IOException {
    Optional<String> first;
    try (var lines = Files.lines(file)) {
      first = lines.findFirst();
    }
    RoundId.Run run =
        first
            .map(line -> LedgerLines.parse(line).charge().round().run())
            .orElseThrow(() -> new LedgerRefusal("The file " + file + " holds no entry."));
    return new LedgerArchive(
        run, Optional.empty(), entries -> LedgerLines.read(file, entries), () -> {});
  }

  /** The run the ledger belongs to. */
  public RoundId.Run run() {
    return run;
  }

  /**
   * Recomputes the chain and what was spent.
   *
   * @throws LedgerRefusal if the ledger is broken, cut or understates what was spent
   */
  public LedgerVerifier.Findings verify(PrivacyAccountant fresh) throws IOException {
    LedgerVerifier verifier =
        new LedgerVerifier(run, fresh).remembers("the ledger mark outside the database", mark);
    source.read(verifier::next);
    return verifier.end();
  }

  /** Reads the ledger from its first entry to its last. */
  public void forEach(Consumer<LedgerEntry> entries) throws IOException {
    source.read(entries);
  }

  /** Writes the ledger as JSON lines. */
  public void export(Appendable out) throws IOException {
    source.read(entry -> append(out, entry));
  }

  @Override
  public void close() {
    close.run();
  }

  private static void append(Appendable out, LedgerEntry entry) {
    try {
      out.append(LedgerLines.write(entry)).append('\n');
    } catch (IOException e) {
      throw new UncheckedIOException("the ledger cannot be exported", e);
    }
  }

  private static void readAll(JdbcRunStore store, Consumer<LedgerEntry> entries) {
    long sequence = 0;
    List<LedgerEntry> page;
    do {
      page = store.ledgerAfter(sequence, PAGE);
      for (LedgerEntry entry : page) {
        entries.accept(entry);
        sequence = entry.sequence();
      }
    } while (!page.isEmpty());
  }
}
