package org.shuffledcheckin.loadtest.system;

import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that moves only when somebody lets time pass, and runs what was planned for then. Events
 * may let time pass themselves; what falls due meanwhile runs inside them.
 */
final class VirtualTime {
  private final AtomicLong nanos = new AtomicLong(1_000_000_000_000L);
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
  private final long latest = nanos() + Duration.ofHours(1).toNanos();
  private Optional<AssertionError> failure = Optional.empty();
  private long numbers;

  private record Event(long at, long number, Runnable action) {}

  /** Nanoseconds; may be read by any thread. */
  long nanos() {
    return nanos.get();
  }

  /** Plans an event. */
  void in(Duration delay, Runnable action) {
    events.add(new Event(nanos() + delay.toNanos(), numbers++, action));
  }

  /** Lets time pass. */
  void pass(Duration duration) {
    long until = nanos() + duration.toNanos();
    requireNoFailure();
    if (until > latest) {
      fail(new AssertionError("nothing has come to an end within an hour"));
    }
    while (!events.isEmpty() && events.peek().at() <= until) {
      Event event = events.poll();
      nanos.accumulateAndGet(event.at(), Math::max);
      event.action().run();
      requireNoFailure();
    }
    nanos.accumulateAndGet(until, Math::max);
  }

  /**
   * Ends the schedule. Who calls may be inside a callback that swallows what is thrown, so the
   * failure is kept, and time jumps to where everything is over.
   */
  void fail(AssertionError error) {
    if (failure.isEmpty()) {
      failure = Optional.of(error);
      nanos.set(latest + Duration.ofDays(1).toNanos());
    }
    throw error;
  }

  /** Throws what somebody objected to. */
  void requireNoFailure() {
    if (failure.isPresent()) {
      throw failure.get();
    }
  }
}
