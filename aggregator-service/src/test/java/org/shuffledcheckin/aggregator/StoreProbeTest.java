package org.shuffledcheckin.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.aggregator.store.StoreUnavailable;

class StoreProbeTest {
  @Test
  void problem_storeAnswers_isNone() {
    try (StoreProbe probe = new StoreProbe(() -> "here")) {
      assertThat(probe.problem()).isEmpty();
    }
  }

  @Test
  void problem_storeFails_isItsSentence() {
    try (StoreProbe probe =
        new StoreProbe(
            () -> {
              throw new StoreUnavailable("The database is gone.", null);
            })) {
      assertThat(probe.problem()).contains("The database is gone.");
    }
  }

  @Test
  void problem_storeHangs_isToldSoonAndAskedOnlyOnce() throws InterruptedException {
    CountDownLatch back = new CountDownLatch(1);
    AtomicInteger questions = new AtomicInteger();
    try (StoreProbe probe =
        new StoreProbe(
            () -> {
              questions.incrementAndGet();
              try {
                back.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return "here";
            })) {
      assertThat(probe.problem()).contains("The aggregator's database does not answer.");
      assertThat(probe.problem()).contains("The aggregator's database does not answer.");
      assertThat(questions).hasValue(1);
      back.countDown();
      assertThat(probe.problem()).isEmpty();
    }
  }
}
