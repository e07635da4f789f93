package org.shuffledcheckin.loadtest;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.shuffledcheckin.client.exchange.Answer;
import org.shuffledcheckin.client.exchange.AnswerOutcome;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.exchange.RoundFeed;
import org.shuffledcheckin.client.exchange.Shuffler;
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
  public CompletableFuture<List<AnswerOutcome>> answer(
      RoundId round, List<Answer> answers, Duration timeout) {
    watch.sending(round, answers);
    long began = System.nanoTime();
    return shuffler
        .answer(round, answers, timeout)
        .whenComplete(
            (replies, failure) -> {
              if (failure == null && replies.size() == answers.size()) {
                watch.replied(round, answers, replies, began, System.nanoTime());
              } else {
                watch.failed(answers);
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
      RoundId id = round.announcement().terms().id();
      if (watch.opened(id, round.remaining(), System.nanoTime())) {
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
