package org.shuffledcheckin.loadtest.hostile;

import java.util.Optional;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.loadtest.balance.CountRange;
import org.shuffledcheckin.loadtest.rpc.RawMessage;
import org.shuffledcheckin.loadtest.rpc.RawOutcome;

/** One message of a misbehaving client, and what came of it. Used by one thread at a time. */
final class Attempt {
  private final RoundId round;
  private final int client;
  private final Optional<Attack> attack;
  private final RawMessage message;
  private final Optional<Attempt> twin;
  private RawOutcome outcome = RawOutcome.UNREACHABLE;

  /**
   * Prepares a message.
   *
   * @param round that it is sent to
   * @param attack nothing where it is what everybody does
   * @param twin the attempt that hands in the same bytes, if this is the second of two
   */
  Attempt(
      RoundId round,
      int client,
      Optional<Attack> attack,
      RawMessage message,
      Optional<Attempt> twin) {
    this.round = round;
    this.client = client;
    this.attack = attack;
    this.message = message;
    this.twin = twin;
  }

  /** What everybody does. */
  static Attempt plain(RoundId round, int client, RawMessage message) {
    return new Attempt(round, client, Optional.empty(), message, Optional.empty());
  }

  /** The same bytes once more. */
  Attempt again() {
    return new Attempt(round, client, attack, message, twin);
  }

  void end(RawOutcome said) {
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

  boolean is(Attack kind) {
    return attack.equals(Optional.of(kind));
  }

  RawMessage message() {
    return message;
  }

  Optional<Attempt> twin() {
    return twin;
  }

  /** What the shuffler said; UNREACHABLE where nobody knows. */
  RawOutcome outcome() {
    return outcome;
  }

  boolean isAccepted() {
    return outcome == RawOutcome.ACCEPTED;
  }

  /** How many of its reports were, and may have been, taken. */
  CountRange taken() {
    int reports = message.count();
    return switch (outcome) {
      case ACCEPTED -> new CountRange(reports, reports);
      // A store that failed may have written what it calls BUSY.
      case BUSY, UNREACHABLE, UNKNOWN -> new CountRange(0, reports);
      default -> CountRange.NONE;
    };
  }
}
