package org.shuffledcheckin.client.exchange;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.shuffledcheckin.kit.round.RoundId;

/** The shuffler as clients see it. Failures complete the futures with {@link ExchangeException}. */
public interface Shuffler {
  /** Opens a stream of rounds; closing what is returned ends it. */
  Subscription subscribe(RoundFeed feed);

  /** Downloads the model of a round, of exactly so many bytes; they are not checked further. */
  CompletableFuture<byte[]> downloadModel(RoundId round, int bytes, Duration timeout);

  /** Hands in answers; one outcome for each, in order. */
  CompletableFuture<List<AnswerOutcome>> answer(
      RoundId round, List<Answer> answers, Duration timeout);

  /** A stream of rounds. */
  interface Subscription extends AutoCloseable {
    @Override
    void close();
  }
}
