package org.shuffledcheckin.client.exchange;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * A shuffler that is asked for its rounds from time to time instead of over a stream, for devices
 * that sleep. A round that opens and closes between two looks is not seen.
 */
public final class PollingShuffler implements Shuffler {
  private final Shuffler shuffler;
  private final Duration every;
  private final Duration timeout;
  private final ScheduledExecutorService timer;

  /**
   * Looks in at intervals.
   *
   * @param timeout of one look
   * @param timer runs the looks; its owner's to close
   */
  public PollingShuffler(
      Shuffler shuffler, Duration every, Duration timeout, ScheduledExecutorService timer) {
    this.shuffler = shuffler;
    this.every = every;
    this.timeout = timeout;
    this.timer = timer;
  }

  @Override
  public Subscription subscribe(RoundFeed feed) {
    Looks looks = new Looks(feed);
    ScheduledFuture<?> next =
        timer.scheduleAtFixedRate(looks::look, 0, every.toMillis(), TimeUnit.MILLISECONDS);
    looks.onEnd(() -> next.cancel(false));
    return () -> next.cancel(false);
  }

  @Override
  public CompletableFuture<List<OpenedRound>> listRounds(Duration within) {
    return shuffler.listRounds(within);
  }

  @Override
  public CompletableFuture<List<Link>> readLinks(RoundId.Run run, long after, Duration within) {
    return shuffler.readLinks(run, after, within);
  }

  @Override
  public CompletableFuture<byte[]> downloadModel(RoundId round, int bytes, Duration within) {
    return shuffler.downloadModel(round, bytes, within);
  }

  @Override
  public CompletableFuture<List<PledgeOutcome>> pledge(
      RoundId round, List<Pledge> pledges, Duration within) {
    return shuffler.pledge(round, pledges, within);
  }

  @Override
  public CompletableFuture<List<DeliveryOutcome>> deliver(
      RoundId round, List<Delivery> deliveries, Duration within) {
    return shuffler.deliver(round, deliveries, within);
  }

  /** Turns what is open now into what has opened and closed since the last look. */
  private final class Looks {
    private final RoundFeed feed;
    private Set<RoundId> open = Set.of();
    private Runnable atEnd = () -> {};
    private boolean ended;

    Looks(RoundFeed feed) {
      this.feed = feed;
    }

    synchronized void onEnd(Runnable action) {
      atEnd = action;
      if (ended) {
        action.run();
      }
    }

    void look() {
      CompletableFuture<List<OpenedRound>> unused =
          shuffler.listRounds(timeout).whenComplete(this::looked);
    }

    private synchronized void looked(List<OpenedRound> rounds, Throwable failure) {
      if (ended) {
        return;
      }
      if (failure != null) {
        ended = true;
        atEnd.run();
        feed.ended();
        return;
      }
      feed.alive();
      Set<RoundId> now = new HashSet<>();
      rounds.forEach(round -> now.add(round.id()));
      open.stream().filter(round -> !now.contains(round)).forEach(feed::closed);
      for (OpenedRound round : rounds) {
        // The only one is told again: something of it may not have arrived. Several would end each
        // other in turn.
        if (rounds.size() == 1 || !open.contains(round.id())) {
          feed.opened(round);
        }
      }
      open = now;
    }
  }
}
