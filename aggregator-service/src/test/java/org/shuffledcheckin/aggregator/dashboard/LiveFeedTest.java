package org.shuffledcheckin.aggregator.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.aggregator.store.StoredEvaluation;

class LiveFeedTest {
  private final BlockingQueue<Long> sent = new LinkedBlockingQueue<>();
  private final CountDownLatch gone = new CountDownLatch(1);

  @Test
  void news_inOrder_reachThePage() throws InterruptedException {
    LiveFeed feed = feed(new CountDownLatch(0));
    feed.start();
    for (long round = 1; round <= 3; round++) {
      feed.evaluated(new StoredEvaluation(round, 0.5, 1));
    }
    for (long round : List.of(1L, 2L, 3L)) {
      assertThat(sent.poll(10, TimeUnit.SECONDS)).isEqualTo(round);
    }
    feed.stop();
    assertThat(gone.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void news_toAPageThatDoesNotRead_delayNobodyAndLetItGo() throws InterruptedException {
    LiveFeed feed = feed(new CountDownLatch(1));
    feed.start();
    // Would wait for ever here if the page were asked to take it.
    for (long round = 1; round <= 1000; round++) {
      feed.evaluated(new StoredEvaluation(round, 0.5, 1));
    }
    assertThat(gone.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(sent).isEmpty();
  }

  private LiveFeed feed(CountDownLatch reads) {
    return new LiveFeed(
        round -> {
          try {
            reads.await();
            sent.add(round);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        },
        gone::countDown);
  }
}
