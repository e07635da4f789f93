package org.shuffledcheckin.loadtest;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Adds up the processor time of this process's threads by the role whose name they carry. Network
 * and TLS, which the roles share, the compiler and the collector belong to nobody. A thread that
 * ends is missing what it did since the last look, a twentieth of a second at most.
 */
final class RoleTimes implements AutoCloseable {
  private static final long LOOK_MILLIS = 50;

  /** Who computes. */
  enum Role {
    CLIENT,
    SHUFFLER,
    AGGREGATOR;

    private boolean owns(String thread) {
      return thread.startsWith(name().toLowerCase(Locale.ROOT) + "-");
    }
  }

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final Map<Long, Long> before = new HashMap<>();
  private final Map<Role, Map<Long, Long>> nanos = new TreeMap<>();
  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "role-times"));

  /** Begins to watch; what threads did before does not count. */
  RoleTimes() {
    for (long id : threads.getAllThreadIds()) {
      before.put(id, Math.max(0, threads.getThreadCpuTime(id)));
    }
    var unused =
        watch.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private synchronized void look() {
    for (var thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      // Ended meanwhile, both of them.
      long time = thread == null ? -1 : threads.getThreadCpuTime(thread.getThreadId());
      if (time >= 0) {
        note(thread.getThreadName(), thread.getThreadId(), time);
      }
    }
  }

  private void note(String name, long id, long time) {
    for (Role role : Role.values()) {
      if (role.owns(name)) {
        nanos
            .computeIfAbsent(role, absent -> new HashMap<>())
            .put(id, time - before.getOrDefault(id, 0L));
      }
    }
  }

  /** Seconds of each role so far. */
  synchronized Map<String, Double> seconds() {
    look();
    Map<String, Double> seconds = new TreeMap<>();
    nanos.forEach(
        (role, times) ->
            seconds.put(
                role.name().toLowerCase(Locale.ROOT),
                times.values().stream().mapToLong(Long::longValue).sum() / 1e9));
    return seconds;
  }

  @Override
  public void close() {
    watch.shutdownNow();
  }
}
