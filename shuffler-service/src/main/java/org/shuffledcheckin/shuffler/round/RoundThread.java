package org.shuffledcheckin.shuffler.round;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.shuffledcheckin.kit.server.DaemonThreads;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that changes rounds. Tasks run one after another; neighbouring pieces of groupable
 * work are handed over together, so that many of them share one durable write. The queue is bounded
 * in bytes: what does not fit is refused at once. No task outlives an {@link Error}: what the
 * thread was doing is then half done, and it does nothing more.
 *
 * @param <G> the groupable work
 */
public final class RoundThread<G extends RoundThread.Groupable> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RoundThread.class);
  private static final int GROUP = 1024;

  private final LinkedBlockingQueue<Item<G>> queue = new LinkedBlockingQueue<>();
  private final AtomicLong queuedBytes = new AtomicLong();
  private final long maxQueuedBytes;
  private final long maxGroupBytes;
  private final Consumer<List<G>> commit;
  private final Consumer<Error> fatal;
  private final Thread thread;
  private volatile boolean stopping;
  private volatile boolean ended;

  /** Work that can share a durable write with its neighbours. */
  public interface Groupable {
    /** About how much memory it holds. */
    long bytes();

    /** Tells its owner that it was not done and may be tried again. */
    void refuse();
  }

  private record Item<G>(G work, Runnable task, Runnable cancel) {}

  /**
   * Starts the thread.
   *
   * @param commit does a group of work, and answers every piece of it
   * @param fatal hears, on the thread, of the error that ends it
   */
  public RoundThread(
      long maxQueuedBytes, long maxGroupBytes, Consumer<List<G>> commit, Consumer<Error> fatal) {
    this.maxQueuedBytes = maxQueuedBytes;
    this.maxGroupBytes = maxGroupBytes;
    this.commit = commit;
    this.fatal = fatal;
    this.thread = new DaemonThreads("shuffler-rounds").newThread(this::work);
    thread.start();
  }

  /** Queues work unless the queue is full or closed. */
  public boolean offer(G work) {
    if (queuedBytes.addAndGet(work.bytes()) > maxQueuedBytes) {
      queuedBytes.addAndGet(-work.bytes());
      return false;
    }
    enqueue(new Item<>(work, null, work::refuse));
    return true;
  }

  /** Runs a task on the thread. */
  public <T> CompletableFuture<T> submit(Callable<T> task) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Runnable cancel =
        () ->
            result.completeExceptionally(
                new RefusedException(Refusal.SHUTTING_DOWN, "the shuffler is stopping"));
    enqueue(new Item<>(null, () -> complete(result, task), cancel));
    return result;
  }

  /** Runs a task on the thread that brings nothing. */
  public CompletableFuture<Void> run(Runnable task) {
    return submit(
        () -> {
          task.run();
          return null;
        });
  }

  /** Bytes that wait. */
  public long queuedBytes() {
    return queuedBytes.get();
  }

  /** Whether work is still done. */
  public boolean isAlive() {
    return thread.isAlive();
  }

  /** Does what is queued, refuses what comes later, and ends the thread. */
  @Override
  public void close() {
    enqueue(new Item<>(null, () -> stopping = true, () -> {}));
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void work() {
    try {
      workUntilStopped();
    } catch (Error e) {
      fatal.accept(e);
      throw e;
    }
    ended = true;
    cancelLate();
  }

  private void workUntilStopped() {
    List<Item<G>> items = new ArrayList<>();
    while (!stopping) {
      try {
        items.add(queue.take());
      } catch (InterruptedException e) {
        // Nobody interrupts this thread; it ends by close().
        continue;
      }
      queue.drainTo(items, GROUP);
      perform(items);
      items.clear();
    }
  }

  private void enqueue(Item<G> item) {
    queue.add(item);
    if (ended) {
      // The thread may have looked for the last time before this came.
      cancelLate();
    }
  }

  private void cancelLate() {
    List<Item<G>> late = new ArrayList<>();
    queue.drainTo(late);
    late.forEach(item -> item.cancel().run());
  }

  private void perform(List<Item<G>> items) {
    List<G> group = new ArrayList<>();
    long bytes = 0;
    for (Item<G> item : items) {
      if (item.work() != null) {
        group.add(item.work());
        bytes += item.work().bytes();
      }
      if (item.task() != null || bytes >= maxGroupBytes) {
        commit(group);
        bytes = 0;
      }
      if (item.task() != null) {
        item.task().run();
      }
    }
    commit(group);
  }

  private void commit(List<G> group) {
    if (group.isEmpty()) {
      return;
    }
    try {
      commit.accept(List.copyOf(group));
    } catch (RuntimeException e) {
      LOG.atError()
          .addKeyValue("exception", e.getClass().getName())
          .log("pledges or deliveries were refused");
      group.forEach(Groupable::refuse);
    }
    queuedBytes.addAndGet(-group.stream().mapToLong(Groupable::bytes).sum());
    group.clear();
  }

  // Whoever asked gets the exception; the thread goes on.
  @SuppressWarnings("CatchingUnchecked")
  private static <T> void complete(CompletableFuture<T> result, Callable<T> task) {
    try {
      result.complete(task.call());
    } catch (Exception e) {
      result.completeExceptionally(e);
    }
  }
}
