package org.shuffledcheckin.client.host;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.shuffledcheckin.client.exchange.AnswerSender;
import org.shuffledcheckin.client.exchange.ExchangeException;
import org.shuffledcheckin.client.exchange.Retries;
import org.shuffledcheckin.client.exchange.RoundTime;
import org.shuffledcheckin.client.exchange.Shuffler;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;

/** Calls to the shuffler with the host's way of repeating them. */
record HostExchange(Shuffler shuffler, Retries retries, int window) {
  AnswerSender sender(RoundId round, RoundTime time) {
    return new AnswerSender(shuffler, round, time, retries, window);
  }

  /** Starts downloading, as often as the retry policy and the round's time allow. */
  CompletableFuture<byte[]> download(RoundTerms terms, RoundTime time) {
    CompletableFuture<byte[]> bytes = new CompletableFuture<>();
    attempt(terms, time, bytes, 1);
    return bytes;
  }

  private void attempt(
      RoundTerms terms, RoundTime time, CompletableFuture<byte[]> result, int number) {
    CompletableFuture<byte[]> unused =
        shuffler
            .downloadModel(
                terms.id(), Math.toIntExact(terms.model().bytes()), retries.timeout(time))
            .whenComplete(
                (bytes, failure) -> {
                  if (failure == null) {
                    result.complete(bytes);
                  } else if (!isPassing(failure)
                      || !retries.repeat(
                          number, time, () -> attempt(terms, time, result, number + 1))) {
                    result.completeExceptionally(failure);
                  }
                });
  }

  private static boolean isPassing(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof ExchangeException known && known.mayRetry();
  }
}
