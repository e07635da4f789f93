package org.shuffledcheckin.client.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.client.policy.ClientLedgers;
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

  private final Path directory;
  private final FileChannel lockChannel;
  private final long compactAbove;
  private final Map<RoundId.Run, RecordedRound> last = new HashMap<>();
  private final JournalMark mark;
  private long rounds;
  private ClientLedgers ledgers;
  private JournalFile file;
  private boolean renameIsDurable = true;

  private ClientJournal(
      Path directory, Path markFile, int clients, long compactAbove, FileChannel lockChannel)
      throws IOException {
    this.directory = directory;
    this.lockChannel = lockChannel;
    this.mark = JournalMark.open(markFile);
    this.compactAbove = compactAbove;
    this.ledgers = new ClientLedgers(clients);
    Files.deleteIfExists(fresh());
    file = JournalFile.open(current(), this::replay);
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
   * @param clients how many clients the host has; the same at every opening
   * @throws IOException if it is damaged, of another number of clients, or in use
   */
  public static ClientJournal open(Path directory, int clients) throws IOException {
    return open(directory, Optional.empty(), clients);
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
    return open(directory, mark, clients, COMPACT_ABOVE_BYTES);
  }

  static ClientJournal open(Path directory, int clients, long compactAbove) throws IOException {
    return open(directory, Optional.empty(), clients, compactAbove);
  }

  // The channel belongs to the journal, and closing it releases the lock.
  @SuppressWarnings("resource")
  private static ClientJournal open(
      Path directory, Optional<Path> mark, int clients, long compactAbove) throws IOException {
    createPrivately(directory);
    FileChannel channel =
        FileChannel.open(
            directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (!isLocked(channel)) {
        throw new IOException("the journal in " + directory + " is in use by another process");
      }
      Path markFile = mark.orElse(directory.resolve("journal.mark"));
      return new ClientJournal(directory, markFile, clients, compactAbove, channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Draws are nobody else's business, so a folder made here is its owner's alone. */
  private static void createPrivately(Path directory) throws IOException {
    if (Files.notExists(directory)) {
      Files.createDirectories(directory);
      PosixFileAttributeView view =
          Files.getFileAttributeView(directory, PosixFileAttributeView.class);
      if (view != null) {
        view.setPermissions(PosixFilePermissions.fromString("rwx------"));
      }
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
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
    forceRename();
    file.append(DRAWN, JournalCodec.drawn(round, ledgers.clients(), false), true);
    apply(round);
    mark.advance(rounds);
  }

  /** Records sealed reports before they are sent; returns when they are durable. */
  public synchronized void recordSealed(RoundId id, SealedReports reports) throws IOException {
    RecordedRound round = requireLast(id);
    forceRename();
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
    lockChannel.close();
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
    JournalFile next = JournalFile.open(fresh(), (type, payload) -> {});
    try {
      next.append(LEDGERS, JournalCodec.ledgers(ledgers), false);
      next.append(ROUNDS, ByteBuffer.allocate(Long.BYTES).putLong(rounds).array(), false);
      for (RecordedRound round : last.values()) {
        restate(next, round);
      }
      next.force();
      Files.move(fresh(), current(), StandardCopyOption.ATOMIC_MOVE);
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
  private void forceRename() throws IOException {
    if (!renameIsDurable) {
      try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
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
