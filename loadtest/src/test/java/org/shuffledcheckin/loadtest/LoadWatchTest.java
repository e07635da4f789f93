package org.shuffledcheckin.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.client.exchange.Delivery;
import org.shuffledcheckin.client.exchange.DeliveryOutcome;
import org.shuffledcheckin.client.exchange.PledgeOutcome;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.loadtest.balance.AckLedger;
import org.shuffledcheckin.loadtest.balance.CountRange;

class LoadWatchTest {
  private static final RoundId ROUND = new RoundId(RoundId.Run.random(new SecureRandom()), 1);

  private final AckLedger ledger = new AckLedger();
  private final LoadWatch watch = new LoadWatch(ledger, 1);
  private final Delivery delivery =
      new Delivery(0, new byte[24], List.of(new byte[10], new byte[10]));

  @Test
  void accepted_isCertain() {
    send(DeliveryOutcome.ACCEPTED);
    assertThat(counted()).isEqualTo(new CountRange(2, 2));
    assertThat(watch.deliveries().count()).isEqualTo(1);
  }

  @Test
  void noReply_isUnknown() {
    lose();
    assertThat(counted()).isEqualTo(new CountRange(0, 2));
  }

  @Test
  void noReplyThenAlreadyDelivered_isCertainAndCountedOnce() {
    lose();
    send(DeliveryOutcome.ALREADY_DELIVERED);
    assertThat(counted()).isEqualTo(new CountRange(2, 2));
    assertThat(watch.surprises()).isEmpty();
  }

  @Test
  void noReplyThenRoundOver_staysUnknown() {
    lose();
    send(DeliveryOutcome.ROUND_NOT_OPEN);
    assertThat(counted()).isEqualTo(new CountRange(0, 2));
  }

  @Test
  void busyThenAccepted_isCertainAndCountedOnce() {
    send(DeliveryOutcome.BUSY);
    assertThat(counted()).isEqualTo(new CountRange(0, 2));
    send(DeliveryOutcome.ACCEPTED);
    assertThat(counted()).isEqualTo(new CountRange(2, 2));
  }

  @Test
  void roundOver_isNothing() {
    send(DeliveryOutcome.ROUND_NOT_OPEN);
    assertThat(counted()).isEqualTo(CountRange.NONE);
  }

  @Test
  void alreadyDeliveredAtFirst_isASurprise() {
    send(DeliveryOutcome.ALREADY_DELIVERED);
    assertThat(counted()).isEqualTo(CountRange.NONE);
    assertThat(watch.surprises()).hasSize(1);
  }

  @Test
  void pledged_accepted_isTimedAndCounted() {
    watch.opened(ROUND, Duration.ofMinutes(1), System.nanoTime());
    watch.pledged(
        ROUND,
        List.of(PledgeOutcome.ACCEPTED, PledgeOutcome.BUSY),
        System.nanoTime(),
        System.nanoTime());
    assertThat(watch.pledges().count()).isEqualTo(1);
    assertThat(watch.pledgeOutcomes()).containsEntry("BUSY", 1L).containsEntry("ACCEPTED", 1L);
    assertThat(watch.rounds().get(ROUND).pledges()).isEqualTo(1);
  }

  @Test
  void opened_afterEnoughRounds_isHeldBack() {
    RoundId next = new RoundId(ROUND.run(), 2);
    assertThat(watch.opened(ROUND, Duration.ofMinutes(1), System.nanoTime())).isTrue();
    assertThat(watch.opened(next, Duration.ofMinutes(1), System.nanoTime())).isFalse();
    assertThat(watch.opened(ROUND, Duration.ofMinutes(1), System.nanoTime())).isTrue();
    assertThat(watch.over()).isZero();
    watch.closed(ROUND, System.nanoTime());
    assertThat(watch.over()).isEqualTo(1);
  }

  @Test
  void over_closeNotHeardOf_byTheAnnouncedTime() {
    watch.opened(ROUND, Duration.ofSeconds(1), System.nanoTime() - 2_000_000_000L);
    assertThat(watch.over()).isEqualTo(1);
  }

  private void send(DeliveryOutcome outcome) {
    long now = System.nanoTime();
    watch.delivering(ROUND, List.of(delivery));
    watch.delivered(ROUND, List.of(delivery), List.of(outcome), now, now + 1_000_000);
  }

  private void lose() {
    watch.delivering(ROUND, List.of(delivery));
    watch.failed(List.of(delivery));
  }

  private CountRange counted() {
    return ledger.rounds().get(ROUND).get(AckLedger.COUNTED);
  }
}
