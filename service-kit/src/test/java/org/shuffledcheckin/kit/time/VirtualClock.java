package org.shuffledcheckin.kit.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that moves only when somebody lets time pass, and then runs, on that thread and in order,
 * what was scheduled for then. It is a wall clock, a monotonic clock ({@link #nanoTime}) and a
 * timer ({@link #timer}) in one. Actions may let time pass themselves; what falls due meanwhile
 * runs inside them. Every thread may read it and schedule; only one may let time pass.
 */
public final class VirtualClock extends Clock {
  /** Not zero, so that whoever mixes up a time and a duration is found out. */
  private static final long ORIGIN_NANOS = 1_000_000_000_000L;

  private final Instant start;
  private final AtomicLong nanos = new AtomicLong(ORIGIN_NANOS);
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
  private long latest = Long.MAX_VALUE;
  private Optional<AssertionError> failure = Optional.empty();
  private long scheduled;

  private record Event(long at, long number, Runnable action) {}

  /** Starts at noon of an ordinary day. */
  public VirtualClock() {
    this(Instant.parse("2026-01-01T12:00:00Z"));
  }

  /** Starts at that time. */
  public VirtualClock(Instant start) {
    this.start = start;
  }

  /** Monotonic nanoseconds, as {@link System#nanoTime} counts them. */
  public long nanoTime() {
    return nanos.get();
  }

  @Override
  public Instant instant() {
    return start.plusNanos(nanoTime() - ORIGIN_NANOS);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("the virtual clock shows UTC");
  }

  /** Schedules an action. */
  public synchronized void schedule(Duration delay, Runnable action) {
    events.add(new Event(nanoTime() + delay.toNanos(), scheduled++, action));
  }

  /** How many actions are scheduled. */
  public synchronized int scheduledCount() {
    return events.size();
  }

  /** Lets time pass and runs what falls due. */
  public void pass(Duration duration) {
    requireNoFailure();
    long until = nanoTime() + duration.toNanos();
    if (until > latest) {
      fail(new AssertionError("nothing has come to an end within the clock's limit"));
    }
    for (var due = pollDue(until); due.isPresent(); due = pollDue(until)) {
      nanos.accumulateAndGet(due.get().at(), Math::max);
      due.get().action().run();
      requireNoFailure();
    }
    nanos.accumulateAndGet(until, Math::max);
  }

  /** A timer that runs its tasks when time passes. */
  public ScheduledExecutorService timer() {
    return new VirtualTimer(this, false);
  }

  /**
   * A timer whose caller waits: scheduling a task lets its delay pass and runs it at once. For code
   * that blocks a thread until its own timer has run.
   */
  public ScheduledExecutorService waitingTimer() {
    return new VirtualTimer(this, true);
  }

  /** Makes it a failure to let more time pass than this from now on. */
  public VirtualClock failAfter(Duration limit) {
    latest = nanoTime() + limit.toNanos();
    return this;
  }

  /**
   * Fails the test. Whoever calls may be inside a callback that swallows what is thrown, so the
   * failure is kept, and time jumps to where everything is over.
   */
  public void fail(AssertionError error) {
    if (failure.isEmpty()) {
      failure = Optional.of(error);
      nanos.addAndGet(Duration.ofDays(365).toNanos());
    }
    throw error;
  }

  /** Throws what the test failed with, if it has failed. */
  public void requireNoFailure() {
    failure.ifPresent(
        error -> {
          throw error;
        });
  }

  private synchronized Optional<Event> pollDue(long until) {
    return events.isEmpty() || events.peek().at() > until
        ? Optional.empty()
        : Optional.of(events.poll());
  }
}
