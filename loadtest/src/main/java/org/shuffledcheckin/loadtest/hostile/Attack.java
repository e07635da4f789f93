package org.shuffledcheckin.loadtest.hostile;

import java.util.Optional;
import org.shuffledcheckin.client.exchange.AnswerOutcome;
import org.shuffledcheckin.loadtest.balance.AckLedger;
import org.shuffledcheckin.report.RejectionReason;

/** What misbehaving clients do, what must come of it, and how many do it in one round at most. */
enum Attack {
  /** Random bytes of the right length: the shuffler cannot know, the aggregator must. */
  GARBAGE(AnswerOutcome.ACCEPTED, RejectionReason.NOT_FOR_THIS_ROUND, 10_000),
  /** A good report, sealed for the round before this one. */
  OTHER_ROUND(AnswerOutcome.ACCEPTED, RejectionReason.NOT_FOR_THIS_ROUND, 1000),
  /** Sealed as it should be, and nonsense inside. */
  NONSENSE(AnswerOutcome.ACCEPTED, RejectionReason.MALFORMED, 1000),
  /** A gradient with the largest numbers there are, to drown everybody else's. */
  POISON(AnswerOutcome.ACCEPTED, RejectionReason.OUT_OF_RANGE, 1000),
  /** Two clients hand in the same sealed bytes: one copy counts. */
  DUPLICATE(AnswerOutcome.ACCEPTED, null, 1000),
  /** A good answer, then the same request again. */
  REPLAY(AnswerOutcome.ACCEPTED, null, 1000),
  /** One report more than a client may send. */
  TOO_MANY(AnswerOutcome.TOO_MANY_REPORTS, null, 20),
  /** A report that is a byte too short. */
  WRONG_LENGTH(AnswerOutcome.WRONG_LENGTH, null, 1000),
  /** A token that nobody was given. */
  UNKNOWN_TOKEN(AnswerOutcome.NOT_AUTHORISED, null, 1000),
  /** An answer to the round before this one, which is over. */
  LATE(AnswerOutcome.ROUND_NOT_OPEN, null, 1000),
  /** The same answer over and over, beyond the refusals that a client is allowed. */
  FLOOD(AnswerOutcome.ACCEPTED, null, 2);

  private final AnswerOutcome expected;
  private final RejectionReason rejection;
  private final int most;

  Attack(AnswerOutcome expected, RejectionReason rejection, int most) {
    this.expected = expected;
    this.rejection = rejection;
    this.most = most;
  }

  /** What the shuffler must say of the first attempt. */
  AnswerOutcome expected() {
    return expected;
  }

  /** Why the aggregator must refuse an accepted report, if it must. */
  Optional<RejectionReason> rejection() {
    return Optional.ofNullable(rejection);
  }

  /** The fate of an accepted report. */
  String fate() {
    return rejection().map(RejectionReason::label).orElse(AckLedger.COUNTED);
  }

  /** How many clients do it in a round at most; the others say "not this time". */
  int most() {
    return most;
  }

  /** Whether the shuffler may say this; limits and the end of a round may always come between. */
  boolean allows(AnswerOutcome outcome) {
    return outcome == expected
        || outcome == AnswerOutcome.BUSY
        || outcome == AnswerOutcome.ROUND_NOT_OPEN
        || outcome == AnswerOutcome.UNREACHABLE;
  }
}
