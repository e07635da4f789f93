package org.shuffledcheckin.loadtest.hostile;

import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.client.exchange.AnswerOutcome;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.loadtest.balance.CountRange;
import org.shuffledcheckin.loadtest.rpc.RawAnswer;

/** One answer of a misbehaving client, and what came of it. Used by one thread at a time. */
final class Attempt {
  private final RoundId round;
  private final int client;
  private final Optional<Attack> attack;
  private final RawAnswer answer;
  private final Optional<Attempt> twin;
  private AnswerOutcome outcome = AnswerOutcome.UNREACHABLE;

  /**
   * Prepares an answer.
   *
   * @param round that it is sent to
   * @param attack nothing for a plain "not this time"
   * @param twin the attempt that hands in the same bytes, if this is the second of two
   */
  Attempt(
      RoundId round,
      int client,
      Optional<Attack> attack,
      RawAnswer answer,
      Optional<Attempt> twin) {
    this.round = round;
    this.client = client;
    this.attack = attack;
    this.answer = answer;
    this.twin = twin;
  }

  static Attempt notThisTime(RoundId round, int client, byte[] token) {
    return new Attempt(
        round, client, Optional.empty(), new RawAnswer(token, List.of()), Optional.empty());
  }

  /** The same bytes once more. */
  Attempt again() {
    return new Attempt(round, client, attack, answer, twin);
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

  Optional<Attack> attack() {
    return attack;
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
  CountRange taken() {
    int reports = answer.reports().size();
    return switch (outcome) {
      case ACCEPTED -> new CountRange(reports, reports);
      // A store that failed may have written what it calls BUSY.
      case BUSY, UNREACHABLE, UNKNOWN -> new CountRange(0, reports);
      default -> CountRange.NONE;
    };
  }
}
