package org.shuffledcheckin.client.host;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.shuffledcheckin.client.exchange.AnswerSender;
import org.shuffledcheckin.client.exchange.ExchangeException;
import org.shuffledcheckin.client.exchange.RetryPolicy;
import org.shuffledcheckin.client.exchange.RoundTime;
import org.shuffledcheckin.client.exchange.Shuffler;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;

/** Calls to the shuffler with the host's way of repeating them. */
final class HostExchange {
  private final Shuffler shuffler;
  private final RetryPolicy retry;
  private final int window;
  private final ScheduledExecutorService timer;
  private final RandomGenerator jitter;

  HostExchange(
      Shuffler shuffler,
      RetryPolicy retry,
      int window,
      ScheduledExecutorService timer,
      RandomGenerator jitter) {
    this.shuffler = shuffler;
    this.retry = retry;
    this.window = window;
    this.timer = timer;
    this.jitter = jitter;
  }

  AnswerSender sender(RoundId round, RoundTime time) {
    return new AnswerSender(shuffler, round, time, retry, window, timer, jitter);
  }

  /** Starts downloading, as often as the retry policy and the round's time allow. */
  ModelDownload download(RoundTerms terms, RoundTime time) {
    CompletableFuture<byte[]> bytes = new CompletableFuture<>();
    attempt(terms, time, bytes, 1);
    return new ModelDownload(bytes);
  }

  private void attempt(
      RoundTerms terms, RoundTime time, CompletableFuture<byte[]> result, int number) {
    CompletableFuture<byte[]> unused =
        shuffler
            .downloadModel(
                terms.id(), Math.toIntExact(terms.model().bytes()), time.atMost(retry.patience()))
            .whenComplete(
                (bytes, failure) -> {
                  if (failure == null) {
                    result.complete(bytes);
                  } else if (isPassing(failure) && number < retry.attempts() && !time.isOver()) {
                    again(terms, time, result, number);
                  } else {
                    result.completeExceptionally(failure);
                  }
                });
  }

  private void again(
      RoundTerms terms, RoundTime time, CompletableFuture<byte[]> result, int number) {
    Duration wait = retry.waitAfter(number, jitter);
    try {
      ScheduledFuture<?> unused =
          timer.schedule(
              () -> attempt(terms, time, result, number + 1),
              wait.toMillis(),
              TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closing) {
      result.cancel(false);
    }
  }

  private static boolean isPassing(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof ExchangeException known && known.mayRetry();
  }
}
