package org.shuffledcheckin.kit.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class VirtualClockTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final VirtualClock clock = new VirtualClock();
  private final List<String> ran = new ArrayList<>();

  @Test
  void pass_duration_movesBothClocksByIt() {
    Instant instant = clock.instant();
    long nanos = clock.nanoTime();
    clock.pass(SECOND);
    assertThat(clock.instant()).isEqualTo(instant.plus(SECOND));
    assertThat(clock.nanoTime() - nanos).isEqualTo(SECOND.toNanos());
  }

  @Test
  void pass_scheduledActions_runInOrderAtTheirTimes() {
    long began = clock.nanoTime();
    for (String action : List.of("2a", "1", "2b", "4")) {
      clock.schedule(
          SECOND.multipliedBy(action.charAt(0) - '0'),
          () -> ran.add(action + "@" + Duration.ofNanos(clock.nanoTime() - began).toSeconds()));
    }
    clock.pass(Duration.ofSeconds(3));
    assertThat(ran).containsExactly("1@1", "2a@2", "2b@2");
    assertThat(clock.scheduledCount()).isEqualTo(1);
  }

  @Test
  void pass_insideAnAction_runsWhatFallsDueMeanwhile() {
    clock.schedule(SECOND, () -> clock.pass(SECOND.multipliedBy(5)));
    clock.schedule(SECOND.multipliedBy(3), () -> ran.add("inside"));
    clock.pass(SECOND);
    assertThat(ran).containsExactly("inside");
  }

  @Test
  void timer_tasks_runWhenTimePassesUnlessCancelled() throws Exception {
    var timer = clock.timer();
    var answer = timer.schedule(() -> 42, 10, TimeUnit.MILLISECONDS);
    var cancelled = timer.schedule(() -> ran.add("cancelled"), 10, TimeUnit.MILLISECONDS);
    cancelled.cancel(false);
    assertThat(answer.isDone()).isFalse();
    clock.pass(Duration.ofMillis(10));
    assertThat(answer.get()).isEqualTo(42);
    assertThat(ran).isEmpty();
    timer.shutdownNow();
    assertThatThrownBy(() -> timer.schedule(() -> 1, 1, TimeUnit.SECONDS))
        .isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void waitingTimer_task_runsAtOnceAndTimeHasPassed() throws Exception {
    long began = clock.nanoTime();
    assertThat(clock.waitingTimer().schedule(() -> 42, 7, TimeUnit.SECONDS).get()).isEqualTo(42);
    assertThat(clock.nanoTime() - began).isEqualTo(Duration.ofSeconds(7).toNanos());
  }

  @Test
  void pass_beyondTheLimit_failsEveryLaterPass() {
    clock.failAfter(SECOND);
    assertThatThrownBy(() -> clock.pass(SECOND.plusNanos(1))).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> clock.pass(Duration.ZERO)).isInstanceOf(AssertionError.class);
  }
}
