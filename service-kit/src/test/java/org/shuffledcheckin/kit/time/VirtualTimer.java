package org.shuffledcheckin.kit.time;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Runs tasks on the thread that lets time pass, and those without a delay on the caller's. */
final class VirtualTimer extends AbstractExecutorService implements ScheduledExecutorService {
  private final VirtualClock clock;
  private final boolean callerWaits;
  private volatile boolean shutdown;
  private volatile boolean stopped;

  VirtualTimer(VirtualClock clock, boolean callerWaits) {
    this.clock = clock;
    this.callerWaits = callerWaits;
  }

  @Override
  public void execute(Runnable command) {
    requireRunning();
    command.run();
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    return schedule(Executors.callable(command), delay, unit);
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
    requireRunning();
    Duration wait = Duration.of(delay, unit.toChronoUnit());
    Task<V> task = new Task<>(callable, clock.nanoTime() + wait.toNanos());
    if (callerWaits) {
      clock.pass(wait);
      task.run();
      clock.requireNoFailure();
    } else {
      clock.schedule(wait, task);
    }
    return task;
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable command, long initialDelay, long period, TimeUnit unit) {
    throw new UnsupportedOperationException("no test has asked for it");
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable command, long initialDelay, long delay, TimeUnit unit) {
    throw new UnsupportedOperationException("no test has asked for it");
  }

  @Override
  public void shutdown() {
    shutdown = true;
  }

  @Override
  public List<Runnable> shutdownNow() {
    shutdown = true;
    stopped = true;
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return shutdown;
  }

  @Override
  public boolean isTerminated() {
    return shutdown;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return true;
  }

  private void requireRunning() {
    if (shutdown) {
      throw new RejectedExecutionException("the timer was shut down");
    }
  }

  private final class Task<V> extends FutureTask<V> implements ScheduledFuture<V> {
    private final long at;

    Task(Callable<V> callable, long at) {
      super(callable);
      this.at = at;
    }

    @Override
    public void run() {
      if (!stopped) {
        super.run();
      }
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(at - clock.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }
}
