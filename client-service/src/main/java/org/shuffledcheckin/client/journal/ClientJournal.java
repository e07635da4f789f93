package org.shuffledcheckin.client.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.filter.FilterMenu;
import org.shuffledcheckin.accountant.filter.PrivacyFilter;
import org.shuffledcheckin.client.policy.ClientLedgers;
import org.shuffledcheckin.client.policy.DailyReports;
import org.shuffledcheckin.kit.files.Disk;
import org.shuffledcheckin.kit.files.FolderLock;
import org.shuffledcheckin.kit.files.OwnerOnly;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * The durable memory of the clients of one host: the filter of each one's lifetime budget, how many
 * reports a day they expect to send, the last round of each run with its draws and, if asked for,
 * the sealed reports.
 *
 * <p>Guarantees that draws and charges whose recording returned are there after any crash, and that
 * clients which were once charged keep to the budget that they began with. A mark, best kept on
 * another disk, notices a journal that was replaced by an older copy: such a client could draw
 * twice. Safe for use by several threads.
 */
public final class ClientJournal implements Closeable {
  private static final byte LEDGERS_WITHOUT_LOSSES = 1;
  private static final byte DRAWN_WITHOUT_LOSSES = 2;
  private static final byte SEALED = 3;
  private static final byte FINISHED = 4;
  private static final byte ROUNDS = 5;
  private static final byte LEDGERS_OF_SUMS = 6;
  private static final byte DRAWN_FOR_SUMS = 7;
  private static final byte DAILY = 8;
  private static final byte LEDGERS = 9;
  private static final byte DRAWN = 10;
  private static final long COMPACT_ABOVE_BYTES = 32L << 20;
  private static final String RENEW =
      ", and cannot be continued; enrol the clients anew and give them a new state folder";

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
      Disk disk,
      Path directory,
      FolderLock lock,
      Path markFile,
      ClientLedgers unspent,
      long compactAbove)
      throws IOException {
    this.disk = disk;
    this.directory = directory;
    this.lock = lock;
    this.compactAbove = compactAbove;
    this.ledgers = unspent;
    Files.deleteIfExists(fresh());
    file = JournalFile.open(disk, current(), this::replay);
    try {
      if (file.length() == 0) {
        compact();
      }
      requireClients(unspent.clients());
      JournalMark.requireFor(markFile, directory, rounds);
      requireBudget(unspent);
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
   * A budget that clients were charged under is theirs for life: their filters prove nothing about
   * another. Before that it may change; the filters in which it is kept may be another version's.
   */
  private void requireBudget(ClientLedgers unspent) throws IOException {
    Budget begun = ledgers.menu().budget();
    Budget configured = unspent.menu().budget();
    if (ledgers.isUnspent() && !ledgers.menu().text().equals(unspent.menu().text())) {
      ledgers = unspent;
      compact();
    } else if (!begun.equals(configured)) {
      throw new IOException(
          "the clients of the journal in %s were charged under a lifetime budget of epsilon %s and delta %s, which cannot be changed, but %s and %s are configured; set it back. To allow them more, enrol them anew, with a new state folder and a budget of what is added: the two add up. To allow them less, stop them: what was promised under the larger budget stays"
              .formatted(
                  directory,
                  begun.epsilon(),
                  begun.delta(),
                  configured.epsilon(),
                  configured.delta()));
    }
  }

  /**
   * Opens the journal in a folder, which is made if need be.
   *
   * @param mark remembers outside the journal how far it was; {@code journal.mark} in the folder if
   *     none is given
   * @param clients how many clients the host has; the same at every opening
   * @param menu what each client's ledger keeps to; of the same budget at every opening, once a
   *     client was charged
   * @throws IOException if it is damaged, older than its mark, without one though it was in use, of
   *     another number of clients or another budget, or in use
   */
  public static ClientJournal open(
      Path directory, Optional<Path> mark, int clients, FilterMenu menu) throws IOException {
    ClientLedgers unspent = new ClientLedgers(clients, menu);
    return open(Disk.SYSTEM, directory, mark, unspent, COMPACT_ABOVE_BYTES);
  }

  static ClientJournal open(
      Disk disk, Path directory, Optional<Path> mark, ClientLedgers unspent, long compactAbove)
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
      return new ClientJournal(disk, directory, lock, markFile, unspent, compactAbove);
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
   * @throws IllegalStateException if a participant's budget does not allow the round: nothing is
   *     recorded
   */
  public synchronized void recordDraws(RecordedRound round, Instant at) throws IOException {
    long hour = DailyReports.hourOf(at);
    List<PrivacyFilter> after = ledgers.after(round.participants(), round.charge());
    if (file.length() > compactAbove) {
      compact();
    }
    syncRename();
    file.append(
        DRAWN, JournalCodec.drawn(round, ledgers.clients(), Optional.of(after), hour), true);
    apply(round, after, hour);
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
      case LEDGERS -> ledgers = JournalCodec.readLedgers(payload, ledgers.menu());
      case DRAWN -> replay(JournalCodec.readDrawn(payload, ledgers));
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
              "the journal is of a version that did not account for lost reports" + RENEW);
      case LEDGERS_OF_SUMS, DRAWN_FOR_SUMS ->
          throw new IOException(
              "the journal is of a version that added up what rounds cost, which bounds nothing"
                  + " where others choose the rounds"
                  + RENEW);
      default -> throw new IOException("a journal record is of unknown type " + type);
    }
  }

  private void replay(JournalCodec.Drawn drawn) throws IOException {
    if (drawn.after().isEmpty()) {
      last.put(drawn.round().id().run(), drawn.round());
      return;
    }
    try {
      apply(drawn.round(), drawn.after().get(), drawn.hour());
    } catch (IllegalArgumentException e) {
      throw new IOException("a journal record cannot be read: " + e.getMessage(), e);
    }
  }

  private void apply(RecordedRound round, List<PrivacyFilter> after, long hour) {
    ledgers.charge(round.participants(), after);
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
    next.append(DRAWN, JournalCodec.drawn(round, ledgers.clients(), Optional.empty(), 0), false);
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
