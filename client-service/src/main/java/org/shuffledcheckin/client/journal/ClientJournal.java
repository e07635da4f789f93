package org.shuffledcheckin.client.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.client.policy.ClientLedgers;
import org.shuffledcheckin.client.policy.DailyReports;
import org.shuffledcheckin.kit.files.Disk;
import org.shuffledcheckin.kit.files.FolderLock;
import org.shuffledcheckin.kit.files.OwnerOnly;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * The durable memory of the clients of one host: what each has charged itself for, how many reports
 * a day they expect to send, the last round of each run with its draws and, if asked for, the
 * sealed reports.
 *
 * <p>Guarantees that draws and charges whose recording returned are there after any crash. A mark,
 * best kept on another disk, notices a journal that was replaced by an older copy: such a client
 * could draw twice. Safe for use by several threads.
 */
public final class ClientJournal implements Closeable {
  private static final byte LEDGERS_WITHOUT_LOSSES = 1;
  private static final byte DRAWN_WITHOUT_LOSSES = 2;
  private static final byte SEALED = 3;
  private static final byte FINISHED = 4;
  private static final byte ROUNDS = 5;
  private static final byte LEDGERS = 6;
  private static final byte DRAWN = 7;
  private static final byte DAILY = 8;
  private static final long COMPACT_ABOVE_BYTES = 32L << 20;

  private final Disk disk;
  private final Path directory;
  private final FolderLock lock;
  private final long compactAbove;
  private final Map<RoundId.Run, RecordedRound> last = new HashMap<>();
  private final DailyReports daily = new DailyReports();
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
    this.compactAbove = compactAbove;
    this.ledgers = new ClientLedgers(clients);
    Files.deleteIfExists(fresh());
    file = JournalFile.open(disk, current(), this::replay);
    try {
      if (file.length() == 0) {
        compact();
      }
      requireClients(clients);
      JournalMark.requireFor(markFile, directory, rounds);
      mark = JournalMark.open(disk, markFile);
    } catch (IOException e) {
      file.close();
      throw e;
    }
    if (rounds > mark.newest()) {
      mark.advance(rounds);
    }
  }

  private void requireClients(int clients) throws IOException {
    if (ledgers.clients() != clients) {
      throw new IOException(
          "the journal in %s is of %d clients but %d are configured"
              .formatted(directory, ledgers.clients(), clients));
    }
  }

  /**
   * Opens the journal in a folder, which is made if need be.
   *
   * @param mark remembers outside the journal how far it was; {@code journal.mark} in the folder if
   *     none is given
   * @param clients how many clients the host has; the same at every opening
   * @throws IOException if it is damaged, older than its mark, without one though it was in use, of
   *     another number of clients, or in use
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

  /** How many reports the clients expect to have sent in the 24 hours before a moment. */
  public synchronized double dailyReports(Instant until) {
    return daily.until(DailyReports.hourOf(until));
  }

  /**
   * Records draws, charges every participant and counts the rate; returns when all is durable.
   *
   * @param at when the clients drew
   */
  public synchronized void recordDraws(RecordedRound round, Instant at) throws IOException {
    long hour = DailyReports.hourOf(at);
    if (file.length() > compactAbove) {
      compact();
    }
    syncRename();
    file.append(DRAWN, JournalCodec.drawn(round, ledgers.clients(), false, hour), true);
    apply(round, hour);
    mark.advance(rounds);
  }

  /**
   * Records sealed reports before they are sent; returns when they are durable.
   *
   * @return false if a later round has taken this one's place: then nothing of it may be sent
   */
  public synchronized boolean recordSealed(RoundId id, SealedReports reports) throws IOException {
    if (!isLast(id)) {
      return false;
    }
    syncRename();
    file.append(SEALED, JournalCodec.sealed(id, reports), true);
    last.computeIfPresent(id.run(), (run, round) -> round.withSealed(reports));
    return true;
  }

  /** Records that nothing of a round needs to be sent again; may be forgotten in a crash. */
  public synchronized void recordFinished(RoundId id) throws IOException {
    if (isLast(id)) {
      file.append(FINISHED, JournalCodec.finished(id), false);
      last.computeIfPresent(id.run(), (run, round) -> round.withFinished());
    }
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
          apply(drawn.round(), drawn.hour());
        }
      }
      case ROUNDS -> rounds = payload.getLong();
      case DAILY -> daily.restore(JournalCodec.readDaily(payload));
      case SEALED -> {
        JournalCodec.Sealed sealed = JournalCodec.readSealed(payload);
        last.computeIfPresent(
            sealed.id().run(), (run, round) -> round.withSealed(sealed.reports()));
      }
      case FINISHED ->
          last.computeIfPresent(
              JournalCodec.readFinished(payload).run(), (run, round) -> round.withFinished());
      case LEDGERS_WITHOUT_LOSSES, DRAWN_WITHOUT_LOSSES ->
          throw new IOException(
              "the journal is of a version that did not account for lost reports, and cannot be"
                  + " continued; enrol the clients anew and give them a new state folder");
      default -> throw new IOException("a journal record is of unknown type " + type);
    }
  }

  private void apply(RecordedRound round, long hour) {
    ledgers.charge(round.participants(), round.charge());
    if (!round.participants().isEmpty()) {
      daily.add(hour, round.charge().checkInRate());
    }
    rounds++;
    last.put(round.id().run(), round);
  }

  private boolean isLast(RoundId id) {
    return last(id.run()).filter(round -> round.id().equals(id)).isPresent();
  }

  /** Writes everything that still matters to a new file, which then takes the old one's place. */
  private void compact() throws IOException {
    Files.deleteIfExists(fresh());
    ledgers.forgetUnused();
    JournalFile next = JournalFile.open(disk, fresh(), (type, payload) -> {});
    try {
      next.append(LEDGERS, JournalCodec.ledgers(ledgers), false);
      next.append(ROUNDS, ByteBuffer.allocate(Long.BYTES).putLong(rounds).array(), false);
      next.append(DAILY, JournalCodec.daily(daily.byHour()), false);
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
    next.append(DRAWN, JournalCodec.drawn(round, ledgers.clients(), true, 0), false);
    if (round.sealed().isPresent()) {
      next.append(SEALED, JournalCodec.sealed(round.id(), round.sealed().get()), false);
    }
    if (round.finished()) {
      next.append(FINISHED, JournalCodec.finished(round.id()), false);
    }
  }

  private Path current() {
    return directory.resolve("journal");
  }

  private Path fresh() {
    return directory.resolve("journal.new");
  }
}
