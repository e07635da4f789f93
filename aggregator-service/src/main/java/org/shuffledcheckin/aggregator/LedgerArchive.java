package org.shuffledcheckin.aggregator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.aggregator.ledger.Charge;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
import org.shuffledcheckin.aggregator.ledger.LedgerLines;
import org.shuffledcheckin.aggregator.ledger.LedgerRefusal;
import org.shuffledcheckin.aggregator.ledger.LedgerVerifier;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * The ledger of a run, for those who check it: read from a data folder or from an exported file,
 * never changed. May be used while the aggregator runs.
 */
public final class LedgerArchive implements AutoCloseable {
  private final RoundId.Run run;
  private final Mark mark;
  private final Source source;
  private final LongFunction<Optional<byte[]>> announced;
  private final Runnable close;

  private interface Source {
    void read(Consumer<LedgerEntry> entries) throws IOException;
  }

  private interface Mark {
    Optional<Head> read() throws IOException;
  }

  private LedgerArchive(
      RoundId.Run run,
      Mark mark,
      Source source,
      LongFunction<Optional<byte[]>> announced,
      Runnable close) {
    this.run = run;
    this.mark = mark;
    this.source = source;
    this.announced = announced;
    this.close = close;
  }

  /** Opens the ledger of a run and the mark beside it; closes the archive. */
  public static LedgerArchive of(RunArchive archive) {
    return new LedgerArchive(
        archive.run().id(),
        archive::mark,
        archive.history()::forEachEntry,
        archive.history()::announced,
        archive::close);
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
        run,
        Optional::empty,
        entries -> LedgerLines.read(file, entries),
        number -> Optional.empty(),
        () -> {});
  }

  /** The run the ledger belongs to. */
  public RoundId.Run run() {
    return run;
  }

  /**
   * Recomputes the chain and what was spent; where the rounds are at hand, compares what each
   * announced with the hash that its entry put into the chain, and with what it charges.
   *
   * @throws LedgerRefusal if the ledger is broken, cut or understates what was spent, or has lost
   *     its mark
   */
  public LedgerVerifier.Findings verify(PrivacyAccountant fresh) throws IOException {
    LedgerVerifier verifier =
        new LedgerVerifier(run, fresh)
            .remembers("the ledger mark outside the database", mark.read());
    source.read(
        entry -> {
          verifier.next(entry);
          announced.apply(entry.sequence()).ifPresent(round -> requirePaid(entry.charge(), round));
        });
    return verifier.end();
  }

  private static void requirePaid(Charge charge, byte[] parameters) {
    // The hash first: what has it can be parsed, or was never announced.
    boolean paid = charge.terms().parameters().equals(Digest.sha256(parameters));
    if (!paid || (charge.isPledged() && !charge.paysFor(Announcement.parse(parameters)))) {
      throw new LedgerRefusal(
          "The ledger is broken: entry %d does not pay for the round that was announced."
              .formatted(charge.round().number()));
    }
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
