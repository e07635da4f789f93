package org.shuffledcheckin.shuffler.round;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.shuffler.enrolment.ActiveClients;
import org.shuffledcheckin.shuffler.model.ModelBytes;
import org.shuffledcheckin.shuffler.store.Store.Spool;
import org.shuffledcheckin.shuffler.store.Store.Spool.Part;
import org.shuffledcheckin.shuffler.store.StoreBatch;

/**
 * An unfinished round in memory. The round thread changes it; others see its announcement, its
 * counts, how much time is left and its model.
 */
public final class LiveRound {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final AnsweredSet answered = new AnsweredSet();
  private final LongSupplier nanoTime;
  private volatile RoundRecord record;
  private volatile long reports;
  private volatile long deadlineNanos;
  private volatile ModelBytes model;
  private long persistedAtNanos;

  LiveRound(RoundRecord record, LongSupplier nanoTime) {
    this.record = record;
    this.nanoTime = nanoTime;
    this.reports = record.reports();
  }

  /** What was announced. */
  public Announcement announcement() {
    return record.announcement();
  }

  /** What was announced, validated. */
  public RoundTerms terms() {
    return record.announcement().terms();
  }

  /** The round's name. */
  public RoundId id() {
    return record.id();
  }

  /** The ledger head that charges it. */
  public LedgerChain.Head ledger() {
    return record.ledger();
  }

  /** Where it stands. */
  public RoundState state() {
    return record.state();
  }

  /** Reports in its spool. */
  public long reports() {
    return reports;
  }

  /** Clients that have answered. */
  public long answers() {
    return answered.count();
  }

  /** Bytes of reports in its spool. */
  public long spoolBytes() {
    return state().keepsReports() ? reports * terms().sealedReportBytes() : 0;
  }

  /** Its model while it is open. */
  public Optional<ModelBytes> model() {
    return Optional.ofNullable(model);
  }

  /** Whether it takes answers now. */
  public boolean takesAnswers() {
    return remainingMillis() > 0;
  }

  /** Milliseconds until it closes, rounded up; 0 if it has closed. */
  public long remainingMillis() {
    long nanos = state() == RoundState.OPEN ? deadlineNanos - nanoTime.getAsLong() : 0;
    return nanos > 0 ? (nanos + MILLI - 1) / MILLI : 0;
  }

  /** Takes a client's first answer; false if it has answered before. Round thread only. */
  // Only the round thread writes; the field is volatile for those who read it.
  @SuppressWarnings("NonAtomicVolatileUpdate")
  public boolean accept(long client, int reportCount) {
    if (!answered.add(client)) {
      return false;
    }
    reports += reportCount;
    return true;
  }

  /** Whether the client has answered. Round thread only. */
  public boolean hasAnswered(long client) {
    return answered.contains(client);
  }

  /** Adds what changed since the last time to a batch. Round thread only. */
  public void persist(StoreBatch batch) {
    answered.drainChanged((page, marks) -> batch.put(spool(Part.ANSWERED), page, marks));
    batch.put(
        spool(Part.PROGRESS), Progress.KEY, new Progress(reports, remainingMillis()).encode());
    persistedAtNanos = nanoTime.getAsLong();
  }

  /** Where a part of its spool lies. */
  public Spool spool(Part part) {
    return new Spool(id(), part);
  }

  /** Whether the round may close before its time and every active client has answered. */
  public boolean isComplete(ActiveClients clients) {
    long active = clients.activeCount();
    return terms().window().closeWhenAllAnswered()
        && active > 0
        && answered.count() >= active
        && answered.countActive(clients) >= active;
  }

  /** What became of it. */
  ClosedRound outcome() {
    return new ClosedRound(id(), state(), state() == RoundState.RELEASED ? reports : 0);
  }

  AnsweredSet answered() {
    return answered;
  }

  RoundRecord record() {
    return record;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  /** Whether what is stored of its progress is older than that. */
  boolean isStale(long nanos) {
    return nanoTime.getAsLong() - persistedAtNanos >= nanos;
  }

  LiveRound runsUntil(long nanos, ModelBytes bytes) {
    deadlineNanos = nanos;
    model = bytes;
    persistedAtNanos = nanoTime.getAsLong();
    return this;
  }

  void restore(Progress progress) {
    reports = progress.reports();
  }

  void become(RoundRecord closed) {
    record = closed;
    model = null;
  }
}
