package org.shuffledcheckin.client.exchange;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Repeats failed calls.
 *
 * @param policy how often and how soon
 * @param timer runs what is repeated; once it is shut down, nothing is
 * @param jitter of the waits; safe for several threads
 */
public record Retries(RetryPolicy policy, ScheduledExecutorService timer, RandomGenerator jitter) {
  /** How long one call of a round may take. */
  public Duration timeout(RoundTime time) {
    return time.atMost(policy.timeout());
  }

  /**
   * Repeats a call of a round after so many failed attempts.
   *
   * @return false if it is not repeated: attempts or the round's time have run out
   */
  public boolean repeat(int failed, RoundTime time, Runnable call) {
    Duration wait = policy.waitAfter(failed, jitter);
    return failed < policy.attempts() && time.left().compareTo(wait) > 0 && run(wait, call);
  }

  /** Repeats a call after so many failures, however many; false once the timer is shut down. */
  public boolean repeat(int failures, Runnable call) {
    return run(policy.waitAfter(failures, jitter), call);
  }

  private boolean run(Duration wait, Runnable call) {
    try {
      ScheduledFuture<?> unused = timer.schedule(call, wait.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (RejectedExecutionException shutDown) {
      return false;
    }
  }
}
