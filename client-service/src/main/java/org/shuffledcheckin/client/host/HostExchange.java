package org.shuffledcheckin.client.host;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.shuffledcheckin.client.exchange.DeliverySender;
import org.shuffledcheckin.client.exchange.ExchangeException;
import org.shuffledcheckin.client.exchange.PledgeSender;
import org.shuffledcheckin.client.exchange.Retries;
import org.shuffledcheckin.client.exchange.RoundTime;
import org.shuffledcheckin.client.exchange.Shuffler;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;

/** Calls to the shuffler with the host's way of repeating them. */
record HostExchange(Shuffler shuffler, Retries retries, int window) {
  PledgeSender pledges(RoundId round, RoundTime time, boolean firstWords) {
    return new PledgeSender(shuffler, round, time, retries, window, firstWords);
  }

  DeliverySender deliveries(RoundId round, RoundTime time) {
    return new DeliverySender(shuffler, round, time, retries, window);
  }

  /** Waits for a page of links; nothing if the shuffler does not give it. */
  Optional<List<Link>> links(RoundId.Run run, long after, RoundTime time)
      throws InterruptedException {
    CompletableFuture<List<Link>> page = shuffler.readLinks(run, after, retries.timeout(time));
    time.onEnd(() -> page.completeExceptionally(new ExchangeException("ENDED", false)));
    try {
      return Optional.of(page.get());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      return Optional.empty();
    }
  }

  /** Starts downloading, as often as the retry policy and the round's time allow. */
  CompletableFuture<byte[]> download(RoundTerms terms, RoundTime time) {
    CompletableFuture<byte[]> bytes = new CompletableFuture<>();
    time.onEnd(() -> bytes.completeExceptionally(new ExchangeException("ENDED", false)));
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
