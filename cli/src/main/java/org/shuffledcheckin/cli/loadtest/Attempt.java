package org.shuffledcheckin.cli.loadtest;

import java.util.Optional;
import org.shuffledcheckin.cli.loadtest.rpc.RawAnswer;
import org.shuffledcheckin.client.exchange.AnswerOutcome;
import org.shuffledcheckin.kit.round.RoundId;

/** One answer of a misbehaving client, and what came of it. Used by one thread at a time. */
final class Attempt {
  private final RoundId round;
  private final int client;
  private final Optional<Misdeed> misdeed;
  private final RawAnswer answer;
  private final Optional<Attempt> twin;
  private AnswerOutcome outcome = AnswerOutcome.UNREACHABLE;

  /**
   * Prepares an answer.
   *
   * @param round that it is sent to
   * @param misdeed nothing for a plain "not this time"
   * @param twin the attempt that hands in the same bytes, if this is the second of two
   */
  Attempt(
      RoundId round,
      int client,
      Optional<Misdeed> misdeed,
      RawAnswer answer,
      Optional<Attempt> twin) {
    this.round = round;
    this.client = client;
    this.misdeed = misdeed;
    this.answer = answer;
    this.twin = twin;
  }

  static Attempt notThisTime(RoundId round, int client, byte[] token) {
    return new Attempt(
        round,
        client,
        Optional.empty(),
        new RawAnswer(token, java.util.List.of()),
        Optional.empty());
  }

  /** The same bytes once more. */
  Attempt again() {
    return new Attempt(round, client, misdeed, answer, twin);
  }

  void end(AnswerOutcome said) {
    outcome = said;
  }

  RoundId round() {
    return round;
  }

  int client() {
    return client;
  }

  Optional<Misdeed> misdeed() {
    return misdeed;
  }

  RawAnswer answer() {
    return answer;
  }

  Optional<Attempt> twin() {
    return twin;
  }

  /** What the shuffler said; UNREACHABLE where nobody knows. */
  AnswerOutcome outcome() {
    return outcome;
  }

  /** How many of its reports were, and may have been, taken. */
  Bounds taken() {
    int reports = answer.reports().size();
    return switch (outcome) {
      case ACCEPTED -> new Bounds(reports, reports);
      // A store that failed may have written what it calls BUSY.
      case BUSY, UNREACHABLE, UNKNOWN -> new Bounds(0, reports);
      default -> Bounds.NONE;
    };
  }
}
