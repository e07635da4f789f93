package org.shuffledcheckin.client.exchange;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.RoundId;

/** The shuffler as clients see it. Failures complete the futures with {@link ExchangeException}. */
public interface Shuffler {
  /** Opens a stream of rounds; closing what is returned ends it. */
  Subscription subscribe(RoundFeed feed);

  /** Asks for the rounds that are open now, once. */
  CompletableFuture<List<OpenedRound>> listRounds(Duration timeout);

  /** Asks for the links of a run's ledger after one of them, a page at most; none at the end. */
  CompletableFuture<List<Link>> readLinks(RoundId.Run run, long after, Duration timeout);

  /** Downloads the model of a round, of exactly so many bytes; they are not checked further. */
  CompletableFuture<byte[]> downloadModel(RoundId round, int bytes, Duration timeout);

  /** Hands in pledges; one outcome for each, in order. */
  CompletableFuture<List<PledgeOutcome>> pledge(
      RoundId round, List<Pledge> pledges, Duration timeout);

  /** Hands in deliveries; one outcome for each, in order. */
  CompletableFuture<List<DeliveryOutcome>> deliver(
      RoundId round, List<Delivery> deliveries, Duration timeout);

  /** A stream of rounds. */
  interface Subscription extends AutoCloseable {
    @Override
    void close();
  }
}
