package org.shuffledcheckin.client.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.client.policy.ClientLedgers;
import org.shuffledcheckin.kit.files.Disk;
import org.shuffledcheckin.kit.files.FolderLock;
import org.shuffledcheckin.kit.files.OwnerOnly;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * The durable memory of the clients of one host: what each has charged itself for, the last round
 * of each run with its draws and, if asked for, the sealed reports.
 *
 * <p>Guarantees that draws and charges whose recording returned are there after any crash. A mark,
 * best kept on another disk, notices a journal that was replaced by an older copy: such a client
 * could draw twice. Safe for use by several threads.
 */
public final class ClientJournal implements Closeable {
  private static final byte LEDGERS = 1;
  private static final byte DRAWN = 2;
  private static final byte SEALED = 3;
  private static final byte ANSWERED = 4;
  private static final byte ROUNDS = 5;
  private static final long COMPACT_ABOVE_BYTES = 32L << 20;

  private final Disk disk;
  private final Path directory;
  private final FolderLock lock;
  private final long compactAbove;
  private final Map<RoundId.Run, RecordedRound> last = new HashMap<>();
  private final JournalMark mark;
  private long rounds;
  private ClientLedgers ledgers;
  private JournalFile file;
  private boolean renameIsDurable = true;

  private ClientJournal(
      Disk disk, Path directory, FolderLock lock, Path markFile, int clients, long compactAbove)
      throws IOException {
    this.disk = disk;
    this.directory = directory;
    this.lock = lock;
    this.mark = JournalMark.open(disk, markFile);
    this.compactAbove = compactAbove;
    this.ledgers = new ClientLedgers(clients);
    Files.deleteIfExists(fresh());
    file = JournalFile.open(disk, current(), this::replay);
    if (file.length() == 0) {
      compact();
    }
    if (ledgers.clients() != clients) {
      close();
      throw new IOException(
          "the journal in %s is of %d clients but %d are configured"
              .formatted(directory, ledgers.clients(), clients));
    }
    if (rounds < mark.newest()) {
      close();
      throw new IOException(
          "the journal in %s was replaced by an older copy: it has %d rounds, its mark %s has seen %d; put the newer journal back, or, if it is lost, enrol the clients anew and remove the mark"
              .formatted(directory, rounds, markFile, mark.newest()));
    }
    if (rounds > mark.newest()) {
      mark.advance(rounds);
    }
  }

  /**
   * Opens the journal in a folder, which is made if need be.
   *
   * @param mark remembers outside the journal how far it was; {@code journal.mark} in the folder if
   *     none is given
   * @param clients how many clients the host has; the same at every opening
   * @throws IOException if it is damaged, older than its mark, of another number of clients, or in
   *     use
   */
  public static ClientJournal open(Path directory, Optional<Path> mark, int clients)
      throws IOException {
    return open(Disk.SYSTEM, directory, mark, clients, COMPACT_ABOVE_BYTES);
  }

  static ClientJournal open(
      Disk disk, Path directory, Optional<Path> mark, int clients, long compactAbove)
      throws IOException {
    // Draws are nobody else's business, so a folder made here is its owner's alone.
    Files.createDirectories(directory.toAbsolutePath().getParent());
    OwnerOnly.createFolder(directory);
    FolderLock lock =
        FolderLock.tryAcquire(directory)
            .orElseThrow(
                () ->
                    new IOException(
                        "the journal in " + directory + " is in use by another process"));
    try {
      Path markFile = mark.orElse(directory.resolve("journal.mark"));
      return new ClientJournal(disk, directory, lock, markFile, clients, compactAbove);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /** The clients' ledgers; to be read only, charges are made by {@link #recordDraws}. */
  public synchronized ClientLedgers ledgers() {
    return ledgers;
  }

  /** What is recorded of the last round of a run. */
  public synchronized Optional<RecordedRound> last(RoundId.Run run) {
    return Optional.ofNullable(last.get(run));
  }

  /** Records draws and charges every participant; returns when both are durable. */
  public synchronized void recordDraws(RecordedRound round) throws IOException {
    if (file.length() > compactAbove) {
      compact();
    }
    syncRename();
    file.append(DRAWN, JournalCodec.drawn(round, ledgers.clients(), false), true);
    apply(round);
    mark.advance(rounds);
  }

  /** Records sealed reports before they are sent; returns when they are durable. */
  public synchronized void recordSealed(RoundId id, SealedReports reports) throws IOException {
    RecordedRound round = requireLast(id);
    syncRename();
    file.append(SEALED, JournalCodec.sealed(id, reports), true);
    last.put(id.run(), round.withSealed(reports));
  }

  /** Records that nothing of a round needs to be sent again; may be forgotten in a crash. */
  public synchronized void recordAnswered(RoundId id) throws IOException {
    RecordedRound round = requireLast(id);
    file.append(ANSWERED, JournalCodec.answered(id), false);
    last.put(id.run(), round.withAnswered());
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
    mark.close();
    lock.close();
  }

  private void replay(byte type, ByteBuffer payload) throws IOException {
    switch (type) {
      case LEDGERS -> ledgers = JournalCodec.readLedgers(payload);
      case DRAWN -> {
        JournalCodec.Drawn drawn = JournalCodec.readDrawn(payload, ledgers.clients());
        if (drawn.charged()) {
          last.put(drawn.round().id().run(), drawn.round());
        } else {
          apply(drawn.round());
        }
      }
      case ROUNDS -> rounds = payload.getLong();
      case SEALED -> {
        JournalCodec.Sealed sealed = JournalCodec.readSealed(payload);
        last.computeIfPresent(
            sealed.id().run(), (run, round) -> round.withSealed(sealed.reports()));
      }
      case ANSWERED ->
          last.computeIfPresent(
              JournalCodec.readAnswered(payload).run(), (run, round) -> round.withAnswered());
      default -> throw new IOException("a journal record is of unknown type " + type);
    }
  }

  private void apply(RecordedRound round) {
    ledgers.charge(round.participants(), round.charge());
    rounds++;
    last.put(round.id().run(), round);
  }

  private RecordedRound requireLast(RoundId id) {
    RecordedRound round = last.get(id.run());
    if (round == null || round.id().number() != id.number()) {
      throw new IllegalArgumentException("round " + id + " is not the last one recorded");
    }
    return round;
  }

  /** Writes everything that still matters to a new file, which then takes the old one's place. */
  private void compact() throws IOException {
    Files.deleteIfExists(fresh());
    ledgers.forgetUnused();
    JournalFile next = JournalFile.open(disk, fresh(), (type, payload) -> {});
    try {
      next.append(LEDGERS, JournalCodec.ledgers(ledgers), false);
      next.append(ROUNDS, ByteBuffer.allocate(Long.BYTES).putLong(rounds).array(), false);
      for (RecordedRound round : last.values()) {
        restate(next, round);
      }
      next.sync();
      disk.rename(fresh(), current());
    } catch (IOException e) {
      next.close();
      throw e;
    }
    JournalFile old = file;
    file = next;
    renameIsDurable = false;
    old.close();
  }

  /** Until the rename is durable, a crash could bring the old file back without later records. */
  private void syncRename() throws IOException {
    if (!renameIsDurable) {
      disk.syncFolder(directory);
      renameIsDurable = true;
    }
  }

  private void restate(JournalFile next, RecordedRound round) throws IOException {
    next.append(DRAWN, JournalCodec.drawn(round, ledgers.clients(), true), false);
    if (round.sealed().isPresent()) {
      next.append(SEALED, JournalCodec.sealed(round.id(), round.sealed().get()), false);
    }
    if (round.answered()) {
      next.append(ANSWERED, JournalCodec.answered(round.id()), false);
    }
  }

  private Path current() {
    return directory.resolve("journal");
  }

  private Path fresh() {
    return directory.resolve("journal.new");
  }
}
