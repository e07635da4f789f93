package org.shuffledcheckin.loadtest.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.client.exchange.AnswerOutcome;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.loadtest.balance.AckLedger;
import org.shuffledcheckin.loadtest.balance.CountRange;
import org.shuffledcheckin.loadtest.rpc.RawAnswer;

class HostileTallyTest {
  private static final RoundId ROUND = new RoundId(RoundId.Run.random(new SecureRandom()), 1);

  private final AckLedger ledger = new AckLedger();
  private final HostileTally tally = new HostileTally(ledger);

  @Test
  void settle_bothTwinsAccepted_oneCounts() {
    twins(AnswerOutcome.ACCEPTED, AnswerOutcome.ACCEPTED);
    assertThat(fates())
        .containsEntry("counted", new CountRange(1, 1))
        .containsEntry("duplicate", new CountRange(1, 1));
  }

  @Test
  void settle_oneTwinUnknown_theOtherCounts() {
    twins(AnswerOutcome.UNREACHABLE, AnswerOutcome.ACCEPTED);
    assertThat(fates())
        .containsEntry("counted", new CountRange(1, 1))
        .containsEntry("duplicate", new CountRange(0, 1));
  }

  @Test
  void settle_oneTwinRefused_noDuplicate() {
    twins(AnswerOutcome.ACCEPTED, AnswerOutcome.ROUND_NOT_OPEN);
    assertThat(fates()).containsOnly(Map.entry("counted", new CountRange(1, 1)));
  }

  @Test
  void settle_lonelyTwin_counts() {
    tally.settle(ROUND, List.of(attempt(Attack.DUPLICATE, AnswerOutcome.ACCEPTED, 1)));
    assertThat(fates()).containsOnly(Map.entry("counted", new CountRange(1, 1)));
  }

  @Test
  void settle_garbage_mustBeRejected() {
    tally.settle(ROUND, List.of(attempt(Attack.GARBAGE, AnswerOutcome.ACCEPTED, 1)));
    assertThat(fates()).containsOnly(Map.entry("not_for_this_round", new CountRange(1, 1)));
    assertThat(tally.surprises()).isEmpty();
  }

  @Test
  void settle_tooManyAccepted_isASurprise() {
    tally.settle(ROUND, List.of(attempt(Attack.TOO_MANY, AnswerOutcome.ACCEPTED, 17)));
    assertThat(tally.surprises())
        .containsExactly(
            "round 1: an answer of kind TOO_MANY ended as ACCEPTED instead of TOO_MANY_REPORTS,"
                + " 1 times");
  }

  @Test
  void settleRepeated_replayAccepted_isASurprise() {
    tally.settleRepeated(ROUND, List.of(attempt(Attack.REPLAY, AnswerOutcome.ACCEPTED, 1)));
    assertThat(tally.surprises()).hasSize(1);
  }

  private void twins(AnswerOutcome one, AnswerOutcome other) {
    Attempt first = attempt(Attack.DUPLICATE, one, 1);
    Attempt second =
        new Attempt(ROUND, 2, Optional.of(Attack.DUPLICATE), first.answer(), Optional.of(first));
    second.end(other);
    tally.settle(ROUND, List.of(first, second));
  }

  private static Attempt attempt(Attack attack, AnswerOutcome outcome, int reports) {
    List<byte[]> bytes = new ArrayList<>();
    for (int i = 0; i < reports; i++) {
      bytes.add(new byte[8]);
    }
    Attempt attempt =
        new Attempt(
            ROUND, 1, Optional.of(attack), new RawAnswer(new byte[24], bytes), Optional.empty());
    attempt.end(outcome);
    return attempt;
  }

  private Map<String, CountRange> fates() {
    return ledger.rounds().get(ROUND);
  }
}
