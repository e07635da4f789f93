package org.shuffledcheckin.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.client.exchange.Answer;
import org.shuffledcheckin.client.exchange.AnswerOutcome;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.loadtest.balance.AckLedger;
import org.shuffledcheckin.loadtest.balance.CountRange;

class LoadWatchTest {
  private static final RoundId ROUND = new RoundId(RoundId.Run.random(new SecureRandom()), 1);

  private final AckLedger ledger = new AckLedger();
  private final LoadWatch watch = new LoadWatch(ledger, 1);
  private final Answer answer = new Answer(new byte[24], List.of(new byte[10], new byte[10]));

  @Test
  void accepted_isCertain() {
    send(AnswerOutcome.ACCEPTED);
    assertThat(counted()).isEqualTo(new CountRange(2, 2));
    assertThat(watch.answers().count()).isEqualTo(1);
  }

  @Test
  void noReply_isUnknown() {
    lose();
    assertThat(counted()).isEqualTo(new CountRange(0, 2));
  }

  @Test
  void noReplyThenAlreadyAnswered_isCertainAndCountedOnce() {
    lose();
    send(AnswerOutcome.ALREADY_ANSWERED);
    assertThat(counted()).isEqualTo(new CountRange(2, 2));
    assertThat(watch.surprises()).isEmpty();
  }

  @Test
  void noReplyThenRoundOver_staysUnknown() {
    lose();
    send(AnswerOutcome.ROUND_NOT_OPEN);
    assertThat(counted()).isEqualTo(new CountRange(0, 2));
  }

  @Test
  void busyThenAccepted_isCertainAndCountedOnce() {
    send(AnswerOutcome.BUSY);
    assertThat(counted()).isEqualTo(new CountRange(0, 2));
    send(AnswerOutcome.ACCEPTED);
    assertThat(counted()).isEqualTo(new CountRange(2, 2));
  }

  @Test
  void roundOver_isNothing() {
    send(AnswerOutcome.ROUND_NOT_OPEN);
    assertThat(counted()).isEqualTo(CountRange.NONE);
  }

  @Test
  void alreadyAnsweredAtFirst_isASurprise() {
    send(AnswerOutcome.ALREADY_ANSWERED);
    assertThat(counted()).isEqualTo(CountRange.NONE);
    assertThat(watch.surprises()).hasSize(1);
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

  private void send(AnswerOutcome outcome) {
    long now = System.nanoTime();
    watch.sending(ROUND, List.of(answer));
    watch.replied(ROUND, List.of(answer), List.of(outcome), now, now + 1_000_000);
  }

  private void lose() {
    watch.sending(ROUND, List.of(answer));
    watch.failed(List.of(answer));
  }

  private CountRange counted() {
    return ledger.rounds().get(ROUND).get(AckLedger.COUNTED);
  }
}
