package org.shuffledcheckin.shuffler.round;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.signing.SignedRound;
import org.shuffledcheckin.shuffler.enrolment.ActiveClients;
import org.shuffledcheckin.shuffler.model.ModelBytes;
import org.shuffledcheckin.shuffler.store.Store.Spool;
import org.shuffledcheckin.shuffler.store.Store.Spool.Part;
import org.shuffledcheckin.shuffler.store.StoreBatch;

/**
 * An unfinished round in memory. The round thread changes it; others see its announcement, how much
 * time is left and its model, and of what came in nothing before it has closed.
 */
public final class LiveRound {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final Pledges pledges = new Pledges();
  private final LongSupplier nanoTime;
  private volatile RoundRecord record;
  private volatile long deadlineNanos;
  private volatile ModelBytes model;
  private volatile List<LedgerChain.Link> links = List.of();
  private Optional<SenderNames> senders = Optional.empty();
  private long persistedAtNanos;

  LiveRound(RoundRecord record, LongSupplier nanoTime) {
    this.record = record;
    this.nanoTime = nanoTime;
  }

  /** What was announced. */
  public Announcement announcement() {
    return record.announcement();
  }

  /** What was announced, as it was signed. */
  public SignedRound signed() {
    return record.round();
  }

  /** The newest links of its run's ledger, up to the one that charges it. */
  public List<LedgerChain.Link> links() {
    return links;
  }

  /** What was announced, validated. */
  public RoundTerms terms() {
    return record.announcement().terms();
  }

  /** The round's name. */
  public RoundId id() {
    return record.id();
  }

  /** Where it stands. */
  public RoundState state() {
    return record.state();
  }

  /** The most bytes of reports that one client may deliver to it. */
  public long largestDelivery() {
    return (long) terms().population().reportsPerClient() * terms().sealedReportBytes();
  }

  /**
   * Bytes of reports that its spool is reckoned to hold. While it is open every delivery counts as
   * the largest there may be, so that no limit on the sum can tell one number of reports from
   * another. Round thread only while it is open.
   */
  public long spoolBytes() {
    return switch (state()) {
      case OPEN -> pledges.deliveries() * largestDelivery();
      case RELEASED -> record.tally().reports() * terms().sealedReportBytes();
      default -> 0;
    };
  }

  /** Its model while it is open. */
  public Optional<ModelBytes> model() {
    return Optional.ofNullable(model);
  }

  /** Whether it takes pledges and deliveries now. */
  public boolean isInTime() {
    return remainingMillis() > 0;
  }

  /** Milliseconds until it closes, rounded up; 0 if it has closed. */
  public long remainingMillis() {
    long nanos = state() == RoundState.OPEN ? deadlineNanos - nanoTime.getAsLong() : 0;
    return nanos > 0 ? (nanos + MILLI - 1) / MILLI : 0;
  }

  /** Whether the client has pledged. Round thread only. */
  public boolean hasPledged(long client) {
    return pledges.contains(client);
  }

  /** Whether the client has pledged exactly so many reports. Round thread only. */
  public boolean hasPledged(long client, int reports) {
    return pledges.promises(client, reports);
  }

  /** Whether the client has delivered. Round thread only. */
  public boolean hasDelivered(long client) {
    return pledges.isDelivered(client);
  }

  /** Takes a client's first pledge. Round thread only. */
  public void pledge(long client, int reports) {
    pledges.pledge(client, reports);
  }

  /** Takes a client's delivery of what it pledged. Round thread only. */
  public void deliver(long client) {
    pledges.deliver(client);
  }

  /** Adds what changed since the last time to a batch. Round thread only. */
  public void persist(StoreBatch batch) {
    pledges.drainChanged((page, marks) -> batch.put(spool(Part.PLEDGES), page, marks));
    batch.put(spool(Part.PROGRESS), Progress.KEY, new Progress(remainingMillis()).encode());
    persistedAtNanos = nanoTime.getAsLong();
  }

  /** The key of a client's report, where the shuffler's operator wants to know it again. */
  public Optional<byte[]> reportKey(long client) {
    return senders.map(names -> names.name(client));
  }

  LiveRound naming(Optional<SenderNames> names) {
    senders = names;
    return this;
  }

  Optional<SenderNames> senders() {
    return senders;
  }

  /** Adds a report to a batch; of one that is only added up, its share and its sealed seed. */
  public void put(StoreBatch batch, byte[] key, byte[] report) {
    int share = terms().shareBytes();
    if (share == 0) {
      batch.put(spool(Part.REPORTS), key, report);
    } else {
      batch.put(spool(Part.SHARES), key, Arrays.copyOf(report, share));
      batch.put(spool(Part.REPORTS), key, Arrays.copyOfRange(report, share, report.length));
    }
  }

  /** Where a part of its spool lies. */
  public Spool spool(Part part) {
    return new Spool(id(), part);
  }

  /** Whether every active client has pledged, enough of them, and everything pledged is here. */
  boolean isComplete(ActiveClients clients) {
    long needed = Math.max(clients.activeCount(), terms().population().clients());
    return pledges.missing() == 0
        && pledges.count() >= needed
        && pledges.countActive(clients) >= needed;
  }

  /** What it has come to, if it closed now. */
  Tally tally(ActiveClients clients) {
    return new Tally(pledges.countActive(clients), pledges.reports(), pledges.missing());
  }

  /** What became of it. */
  ClosedRound outcome() {
    return new ClosedRound(id(), state(), record.tally());
  }

  Pledges pledges() {
    return pledges;
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

  LiveRound runsUntil(long nanos, ModelBytes bytes, List<LedgerChain.Link> announced) {
    deadlineNanos = nanos;
    model = bytes;
    links = List.copyOf(announced);
    persistedAtNanos = nanoTime.getAsLong();
    return this;
  }

  void become(RoundRecord closed) {
    record = closed;
    model = null;
  }
}
