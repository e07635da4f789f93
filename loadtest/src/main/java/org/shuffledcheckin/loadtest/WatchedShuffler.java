package org.shuffledcheckin.loadtest;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.shuffledcheckin.client.exchange.Delivery;
import org.shuffledcheckin.client.exchange.DeliveryOutcome;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.exchange.Pledge;
import org.shuffledcheckin.client.exchange.PledgeOutcome;
import org.shuffledcheckin.client.exchange.RoundFeed;
import org.shuffledcheckin.client.exchange.Shuffler;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.RoundId;

/** The real shuffler, with every call watched and every round told to one more listener. */
final class WatchedShuffler implements Shuffler {
  private final Shuffler shuffler;
  private final LoadWatch watch;
  private final Consumer<OpenedRound> rounds;

  WatchedShuffler(Shuffler shuffler, LoadWatch watch, Consumer<OpenedRound> rounds) {
    this.shuffler = shuffler;
    this.watch = watch;
    this.rounds = rounds;
  }

  @Override
  public Subscription subscribe(RoundFeed feed) {
    return shuffler.subscribe(new WatchedFeed(feed));
  }

  @Override
  public CompletableFuture<byte[]> downloadModel(RoundId round, int bytes, Duration timeout) {
    return shuffler.downloadModel(round, bytes, timeout);
  }

  @Override
  public CompletableFuture<List<OpenedRound>> listRounds(Duration timeout) {
    return shuffler.listRounds(timeout);
  }

  @Override
  public CompletableFuture<List<Link>> readLinks(RoundId.Run run, long after, Duration timeout) {
    return shuffler.readLinks(run, after, timeout);
  }

  @Override
  public CompletableFuture<List<PledgeOutcome>> pledge(
      RoundId round, List<Pledge> pledges, Duration timeout) {
    long began = System.nanoTime();
    return shuffler
        .pledge(round, pledges, timeout)
        .whenComplete(
            (replies, failure) -> {
              if (failure == null && replies.size() == pledges.size()) {
                watch.pledged(round, replies, began, System.nanoTime());
              }
            });
  }

  @Override
  public CompletableFuture<List<DeliveryOutcome>> deliver(
      RoundId round, List<Delivery> deliveries, Duration timeout) {
    watch.delivering(round, deliveries);
    long began = System.nanoTime();
    return shuffler
        .deliver(round, deliveries, timeout)
        .whenComplete(
            (replies, failure) -> {
              if (failure == null && replies.size() == deliveries.size()) {
                watch.delivered(round, deliveries, replies, began, System.nanoTime());
              } else {
                watch.failed(deliveries);
              }
            });
  }

  private final class WatchedFeed implements RoundFeed {
    private final RoundFeed feed;

    WatchedFeed(RoundFeed feed) {
      this.feed = feed;
    }

    @Override
    public void alive() {
      feed.alive();
    }

    @Override
    public void opened(OpenedRound round) {
      if (watch.opened(round.id(), round.remaining(), System.nanoTime())) {
        feed.opened(round);
        rounds.accept(round);
      }
    }

    @Override
    public void closed(RoundId round) {
      watch.closed(round, System.nanoTime());
      feed.closed(round);
    }

    @Override
    public void malformed() {
      feed.malformed();
    }

    @Override
    public void ended() {
      feed.ended();
    }
  }
}
