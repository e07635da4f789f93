package org.shuffledcheckin.client.exchange;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.shuffledcheckin.kit.round.RoundId;

/** Hands in the deliveries of one round. */
public final class DeliverySender extends RequestSender<Delivery, DeliveryOutcome> {
  private final Shuffler shuffler;
  private final RoundId round;

  /**
   * Prepares to hand in deliveries.
   *
   * @param window how many requests may be under way
   */
  public DeliverySender(
      Shuffler shuffler, RoundId round, RoundTime time, Retries retries, int window) {
    super(time, retries, window, DeliveryOutcome.class);
    this.shuffler = shuffler;
    this.round = round;
  }

  @Override
  CompletableFuture<List<DeliveryOutcome>> call(List<Delivery> deliveries, Duration timeout) {
    return shuffler.deliver(round, deliveries, timeout);
  }

  @Override
  DeliveryOutcome unknown() {
    return DeliveryOutcome.UNKNOWN;
  }

  @Override
  DeliveryOutcome unreachable() {
    return DeliveryOutcome.UNREACHABLE;
  }
}
