package org.shuffledcheckin.client.exchange;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.RoundId;

/** A shuffler that nobody may call, but for what a test overrides. */
public abstract class UnusedShuffler implements Shuffler {
  @Override
  public Subscription subscribe(RoundFeed feed) {
    throw new AssertionError("not asked for");
  }

  @Override
  public CompletableFuture<List<OpenedRound>> listRounds(Duration timeout) {
    throw new AssertionError("not asked for");
  }

  @Override
  public CompletableFuture<List<Link>> readLinks(RoundId.Run run, long after, Duration timeout) {
    throw new AssertionError("not asked for");
  }

  @Override
  public CompletableFuture<byte[]> downloadModel(RoundId round, int bytes, Duration timeout) {
    throw new AssertionError("not asked for");
  }

  @Override
  public CompletableFuture<List<PledgeOutcome>> pledge(
      RoundId round, List<Pledge> pledges, Duration timeout) {
    throw new AssertionError("not asked for");
  }

  @Override
  public CompletableFuture<List<DeliveryOutcome>> deliver(
      RoundId round, List<Delivery> deliveries, Duration timeout) {
    throw new AssertionError("not asked for");
  }
}
