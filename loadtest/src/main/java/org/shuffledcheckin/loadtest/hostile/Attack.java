package org.shuffledcheckin.loadtest.hostile;

import java.util.Optional;
import org.shuffledcheckin.loadtest.balance.AckLedger;
import org.shuffledcheckin.loadtest.rpc.RawOutcome;
import org.shuffledcheckin.report.RejectionReason;

/** What misbehaving clients do, what must come of it, and how many do it in one round at most. */
enum Attack {
  /** Random bytes of the right length: the shuffler cannot know, the aggregator must. */
  GARBAGE(Step.DELIVERY, RawOutcome.ACCEPTED, RejectionReason.NOT_FOR_THIS_ROUND, 10_000),
  /** A good report, sealed for the round before this one. */
  OTHER_ROUND(Step.DELIVERY, RawOutcome.ACCEPTED, RejectionReason.NOT_FOR_THIS_ROUND, 1000),
  /** A good report whose seal, or whose sealed seed, lost a bit on its way. */
  TAMPERED(Step.DELIVERY, RawOutcome.ACCEPTED, RejectionReason.NOT_FOR_THIS_ROUND, 1000),
  /** Sealed as it should be, and nonsense inside. */
  NONSENSE(Step.DELIVERY, RawOutcome.ACCEPTED, RejectionReason.MALFORMED, 1000),
  /** A gradient with the largest numbers there are, to drown everybody else's. */
  POISON(Step.DELIVERY, RawOutcome.ACCEPTED, RejectionReason.OUT_OF_RANGE, 1000),
  /** Two clients hand in the same sealed bytes, or two shares with one seed: one counts. */
  DUPLICATE(Step.DELIVERY, RawOutcome.ACCEPTED, null, 1000),
  /** A good delivery, then the same request again. */
  REPLAY(Step.DELIVERY, RawOutcome.ACCEPTED, null, 1000),
  /** Two reports where one was pledged. */
  MORE_THAN_PLEDGED(Step.DELIVERY, RawOutcome.NOT_AS_PLEDGED, null, 1000),
  /** A report that is a byte too short. */
  WRONG_LENGTH(Step.DELIVERY, RawOutcome.WRONG_LENGTH, null, 1000),
  /** A report of somebody who pledged nothing. */
  UNPLEDGED(Step.UNPLEDGED, RawOutcome.NOT_AS_PLEDGED, null, 1000),
  /** A pledge of one report more than a client may send. */
  TOO_MANY(Step.PLEDGE, RawOutcome.MALFORMED, null, 1000),
  /** A pledge longer than any other, to be told apart. */
  LONG_PLEDGE(Step.PLEDGE, RawOutcome.MALFORMED, null, 1000),
  /** A token that nobody was given. */
  UNKNOWN_TOKEN(Step.PLEDGE, RawOutcome.NOT_AUTHORISED, null, 1000),
  /** A pledge to the round before this one, which is over. */
  LATE(Step.PLEDGE, RawOutcome.ROUND_NOT_OPEN, null, 1000),
  /** The same pledge over and over, beyond the refusals that a client is allowed. */
  FLOOD(Step.PLEDGE, RawOutcome.ACCEPTED, null, 2);

  /** Which message tells whether the attack was met. */
  enum Step {
    /** The pledge. */
    PLEDGE,
    /** The delivery, after a pledge as everybody's. */
    DELIVERY,
    /** The delivery, before any pledge. */
    UNPLEDGED
  }

  private final Step step;
  private final RawOutcome expected;
  private final RejectionReason rejection;
  private final int most;

  Attack(Step step, RawOutcome expected, RejectionReason rejection, int most) {
    this.step = step;
    this.expected = expected;
    this.rejection = rejection;
    this.most = most;
  }

  /** Which message tells. */
  Step step() {
    return step;
  }

  /** What the shuffler must say of the telling message. */
  RawOutcome expected() {
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

  /** How many clients do it in a round at most; the others pledge nothing. */
  int most() {
    return most;
  }

  /** Whether the shuffler may say this; limits and the end of a round may always come between. */
  boolean allows(RawOutcome outcome) {
    return outcome == expected
        || outcome == RawOutcome.BUSY
        || outcome == RawOutcome.ROUND_NOT_OPEN
        || outcome == RawOutcome.UNREACHABLE;
  }
}
