package org.shuffledcheckin.client.rpc;

import io.grpc.stub.StreamObserver;
import org.shuffledcheckin.client.exchange.RoundFeed;
import org.shuffledcheckin.kit.rpc.RoundWire;
import org.shuffledcheckin.proto.v1.RoundEvent;

/** Passes valid events on and drops the rest. */
final class FeedObserver implements StreamObserver<RoundEvent> {
  private final RoundFeed feed;

  FeedObserver(RoundFeed feed) {
    this.feed = feed;
  }

  @Override
  public void onNext(RoundEvent event) {
    feed.alive();
    try {
      switch (event.getEventCase()) {
        case OPENED -> feed.opened(WireMapper.opened(event.getOpened()));
        case CLOSED -> feed.closed(RoundWire.fromWire(event.getClosed().getId()));
        case EVENT_NOT_SET -> feed.malformed();
      }
    } catch (IllegalArgumentException e) {
      feed.malformed();
    }
  }

  @Override
  public void onError(Throwable cause) {
    feed.ended();
  }

  @Override
  public void onCompleted() {
    feed.ended();
  }
}
