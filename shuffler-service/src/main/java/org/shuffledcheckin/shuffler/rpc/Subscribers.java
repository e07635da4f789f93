package org.shuffledcheckin.shuffler.rpc;

import io.grpc.stub.ServerCallStreamObserver;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.rpc.RoundWire;
import org.shuffledcheckin.kit.server.DaemonThreads;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.proto.v1.RoundClosed;
import org.shuffledcheckin.proto.v1.RoundEvent;
import org.shuffledcheckin.shuffler.core.Shuffler;
import org.shuffledcheckin.shuffler.round.LiveRound;
import org.shuffledcheckin.shuffler.round.RoundListener;

/**
 * Tells subscribers of rounds, on a thread of its own. Nothing is queued for a subscriber that does
 * not take what it was sent: it misses events, and hears of the rounds open then when it is back.
 */
public final class Subscribers implements RoundListener, AutoCloseable {
  private final Set<Subscriber> subscribers = ConcurrentHashMap.newKeySet();
  private final ExecutorService announcer =
      Executors.newSingleThreadExecutor(new DaemonThreads("shuffler-announcer"));

  @Override
  public void opened(LiveRound round) {
    announce(() -> subscribers.forEach(Subscriber::tellOpen));
  }

  @Override
  public void closed(RoundId round) {
    RoundEvent event =
        RoundEvent.newBuilder()
            .setClosed(RoundClosed.newBuilder().setId(RoundWire.toWire(round)))
            .build();
    announce(() -> subscribers.forEach(subscriber -> subscriber.tellClosed(round, event)));
  }

  @Override
  public long subscriptions() {
    return subscribers.size();
  }

  void add(ServerCallStreamObserver<RoundEvent> events, Shuffler shuffler) {
    Subscriber subscriber = new Subscriber(events, shuffler);
    events.setOnCancelHandler(() -> subscribers.remove(subscriber));
    events.setOnReadyHandler(() -> announce(subscriber::tellOpen));
    subscribers.add(subscriber);
    announce(subscriber::tellOpen);
  }

  /** Ends every subscription. */
  @Override
  public void close() {
    announce(() -> List.copyOf(subscribers).forEach(Subscriber::end));
    announcer.shutdown();
  }

  private void announce(Runnable telling) {
    try {
      announcer.execute(telling);
    } catch (RejectedExecutionException e) {
      // The service is stopping: nobody is told anything any more.
      subscribers.clear();
    }
  }

  /** One stream of events; touched by the announcer only. */
  private final class Subscriber {
    private final ServerCallStreamObserver<RoundEvent> events;
    private final Shuffler shuffler;
    private final Set<RoundId> told = new HashSet<>();

    Subscriber(ServerCallStreamObserver<RoundEvent> events, Shuffler shuffler) {
      this.events = events;
      this.shuffler = shuffler;
    }

    void tellOpen() {
      for (LiveRound round : shuffler.open()) {
        long remaining = round.remainingMillis();
        if (remaining > 0
            && !told.contains(round.id())
            && send(RoundEvent.newBuilder().setOpened(Wire.opened(round, remaining)).build())) {
          told.add(round.id());
        }
      }
    }

    void tellClosed(RoundId round, RoundEvent event) {
      if (told.remove(round)) {
        send(event);
      }
    }

    void end() {
      subscribers.remove(this);
      if (!events.isCancelled()) {
        events.onError(Refusal.SHUTTING_DOWN.status("the shuffler is stopping").asException());
      }
    }

    private boolean send(RoundEvent event) {
      if (events.isCancelled() || !events.isReady()) {
        return false;
      }
      events.onNext(event);
      return true;
    }
  }
}
