package org.shuffledcheckin.aggregator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
import org.shuffledcheckin.aggregator.ledger.LedgerLines;
import org.shuffledcheckin.aggregator.ledger.LedgerRefusal;
import org.shuffledcheckin.aggregator.ledger.LedgerVerifier;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * The ledger of a run, for those who check it: read from a data folder or from an exported file,
 * never changed. May be used while the aggregator runs.
 */
public final class LedgerArchive implements AutoCloseable {
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

  /** Opens the ledger of a run and the mark beside it, if that is there; closes the archive. */
  public static LedgerArchive of(RunArchive archive) throws IOException {
    try {
      return new LedgerArchive(
          archive.run().id(), archive.mark(), archive.history()::forEachEntry, archive::close);
    } catch (IOException | RuntimeException e) {
      archive.close();
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
}
