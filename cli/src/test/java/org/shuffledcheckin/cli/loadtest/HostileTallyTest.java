package org.shuffledcheckin.cli.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.cli.loadtest.rpc.RawAnswer;
import org.shuffledcheckin.client.exchange.AnswerOutcome;
import org.shuffledcheckin.kit.round.RoundId;

class HostileTallyTest {
  private static final RoundId ROUND = new RoundId(RoundId.Run.random(new SecureRandom()), 1);

  private final Acknowledged book = new Acknowledged();
  private final HostileTally tally = new HostileTally(book);

  @Test
  void settle_bothTwinsAccepted_oneCounts() {
    twins(AnswerOutcome.ACCEPTED, AnswerOutcome.ACCEPTED);
    assertThat(fates())
        .containsEntry("counted", new Bounds(1, 1))
        .containsEntry("duplicate", new Bounds(1, 1));
  }

  @Test
  void settle_oneTwinUnknown_theOtherCounts() {
    twins(AnswerOutcome.UNREACHABLE, AnswerOutcome.ACCEPTED);
    assertThat(fates())
        .containsEntry("counted", new Bounds(1, 1))
        .containsEntry("duplicate", new Bounds(0, 1));
  }

  @Test
  void settle_oneTwinRefused_noDuplicate() {
    twins(AnswerOutcome.ACCEPTED, AnswerOutcome.ROUND_NOT_OPEN);
    assertThat(fates()).containsOnly(Map.entry("counted", new Bounds(1, 1)));
  }

  @Test
  void settle_lonelyTwin_counts() {
    tally.settle(ROUND, List.of(attempt(Misdeed.DUPLICATE, AnswerOutcome.ACCEPTED, 1)));
    assertThat(fates()).containsOnly(Map.entry("counted", new Bounds(1, 1)));
  }

  @Test
  void settle_garbage_mustBeRejected() {
    tally.settle(ROUND, List.of(attempt(Misdeed.GARBAGE, AnswerOutcome.ACCEPTED, 1)));
    assertThat(fates()).containsOnly(Map.entry("not_for_this_round", new Bounds(1, 1)));
    assertThat(tally.surprises()).isEmpty();
  }

  @Test
  void settle_tooManyAccepted_isASurprise() {
    tally.settle(ROUND, List.of(attempt(Misdeed.TOO_MANY, AnswerOutcome.ACCEPTED, 17)));
    assertThat(tally.surprises())
        .containsExactly(
            "round 1: an answer of kind TOO_MANY ended as ACCEPTED instead of TOO_MANY_REPORTS,"
                + " 1 times");
  }

  @Test
  void settleRepeated_replayAccepted_isASurprise() {
    tally.settleRepeated(ROUND, List.of(attempt(Misdeed.REPLAY, AnswerOutcome.ACCEPTED, 1)));
    assertThat(tally.surprises()).hasSize(1);
  }

  private void twins(AnswerOutcome one, AnswerOutcome other) {
    Attempt first = attempt(Misdeed.DUPLICATE, one, 1);
    Attempt second =
        new Attempt(ROUND, 2, Optional.of(Misdeed.DUPLICATE), first.answer(), Optional.of(first));
    second.end(other);
    tally.settle(ROUND, List.of(first, second));
  }

  private static Attempt attempt(Misdeed misdeed, AnswerOutcome outcome, int reports) {
    List<byte[]> bytes = new ArrayList<>();
    for (int i = 0; i < reports; i++) {
      bytes.add(new byte[8]);
    }
    Attempt attempt =
        new Attempt(
            ROUND, 1, Optional.of(misdeed), new RawAnswer(new byte[24], bytes), Optional.empty());
    attempt.end(outcome);
    return attempt;
  }

  private Map<String, Bounds> fates() {
    return book.rounds().get(ROUND);
  }
}
