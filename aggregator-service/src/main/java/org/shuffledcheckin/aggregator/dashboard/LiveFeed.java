package org.shuffledcheckin.aggregator.dashboard;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.LongConsumer;
import org.shuffledcheckin.aggregator.run.RoundTimes;
import org.shuffledcheckin.aggregator.run.RoundView;
import org.shuffledcheckin.aggregator.run.RunListener;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.aggregator.store.StoredEvaluation;

/**
 * Carries news from the threads that train to one watching page, on a thread of its own: a page
 * that reads slowly delays nobody. One that falls too far behind is let go; it connects again and
 * catches up.
 */
final class LiveFeed implements RunListener {
  static final long NO_ROUND = 0;
  private static final int BACKLOG = 256;

  private final BlockingQueue<Long> news = new ArrayBlockingQueue<>(BACKLOG);
  private final Thread thread;

  /**
   * Feeds one page.
   *
   * @param send sends the run and, unless it is {@link #NO_ROUND}, a round
   */
  LiveFeed(LongConsumer send, Runnable letGo) {
    thread = new Thread(() -> pass(send, letGo), "dashboard-feed");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  void stop() {
    thread.interrupt();
  }

  @Override
  public void stateChanged(RunStatus status) {
    tell(NO_ROUND);
  }

  @Override
  public void roundEnded(RoundView round, RoundTimes times) {
    tell(round.number());
  }

  @Override
  public void evaluated(StoredEvaluation evaluation) {
    tell(evaluation.round());
  }

  private void tell(long round) {
    if (!news.offer(round)) {
      thread.interrupt();
    }
  }

  private void pass(LongConsumer send, Runnable letGo) {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        send.accept(news.take());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      letGo.run();
    }
  }
}
