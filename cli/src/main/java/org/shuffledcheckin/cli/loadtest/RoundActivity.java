package org.shuffledcheckin.cli.loadtest;

import java.time.Duration;

/** What happened in one round as its honest clients saw it. Guarded by {@link LoadWatch}. */
final class RoundActivity {
  private final long announcedNanos;
  private long lastReplyNanos;
  private long closedNanos;
  private long answers;
  private long reports;
  private long bytes;

  RoundActivity(long announcedNanos) {
    this.announcedNanos = announcedNanos;
    this.lastReplyNanos = announcedNanos;
    this.closedNanos = announcedNanos;
  }

  void accepted(long reportsOfAnswer, long bytesOfAnswer) {
    answers++;
    reports += reportsOfAnswer;
    bytes += bytesOfAnswer;
  }

  void replied(long nanos) {
    lastReplyNanos = Math.max(lastReplyNanos, nanos);
  }

  void closed(long nanos) {
    closedNanos = nanos;
  }

  Duration since(long nanos) {
    return Duration.ofNanos(nanos - announcedNanos);
  }

  /** From the announcement to the last reply: how long answers were under way. */
  Duration busy() {
    return since(lastReplyNanos);
  }

  /** From the announcement to the close; zero while it is open. */
  Duration open() {
    return since(closedNanos);
  }

  long answers() {
    return answers;
  }

  long reports() {
    return reports;
  }

  long bytes() {
    return bytes;
  }
}
