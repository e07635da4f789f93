package org.shuffledcheckin.loadtest.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.loadtest.balance.AckLedger;
import org.shuffledcheckin.loadtest.balance.CountRange;
import org.shuffledcheckin.loadtest.rpc.RawMessage.RawDelivery;
import org.shuffledcheckin.loadtest.rpc.RawMessage.RawPledge;
import org.shuffledcheckin.loadtest.rpc.RawOutcome;

class HostileTallyTest {
  private static final RoundId ROUND = new RoundId(RoundId.Run.random(new SecureRandom()), 1);

  private final AckLedger ledger = new AckLedger();
  private final HostileTally tally = new HostileTally(ledger);

  @Test
  void settle_bothTwinsAccepted_oneCounts() {
    twins(RawOutcome.ACCEPTED, RawOutcome.ACCEPTED);
    assertThat(fates())
        .containsEntry("counted", new CountRange(1, 1))
        .containsEntry("duplicate", new CountRange(1, 1));
  }

  @Test
  void settle_oneTwinUnknown_theOtherCounts() {
    twins(RawOutcome.UNREACHABLE, RawOutcome.ACCEPTED);
    assertThat(fates())
        .containsEntry("counted", new CountRange(1, 1))
        .containsEntry("duplicate", new CountRange(0, 1));
  }

  @Test
  void settle_oneTwinRefused_noDuplicate() {
    twins(RawOutcome.ACCEPTED, RawOutcome.ROUND_NOT_OPEN);
    assertThat(fates()).containsOnly(Map.entry("counted", new CountRange(1, 1)));
  }

  @Test
  void settle_lonelyTwin_counts() {
    tally.settle(ROUND, List.of(attempt(Attack.DUPLICATE, RawOutcome.ACCEPTED, 1)));
    assertThat(fates()).containsOnly(Map.entry("counted", new CountRange(1, 1)));
  }

  @Test
  void settle_garbage_mustBeRejected() {
    tally.settle(ROUND, List.of(attempt(Attack.GARBAGE, RawOutcome.ACCEPTED, 1)));
    assertThat(fates()).containsOnly(Map.entry("not_for_this_round", new CountRange(1, 1)));
    assertThat(tally.surprises()).isEmpty();
  }

  @Test
  void settle_moreThanPledgedAccepted_isASurprise() {
    tally.settle(ROUND, List.of(attempt(Attack.MORE_THAN_PLEDGED, RawOutcome.ACCEPTED, 2)));
    assertThat(tally.surprises())
        .containsExactly(
            "round 1: a message of kind MORE_THAN_PLEDGED ended as ACCEPTED instead of"
                + " NOT_AS_PLEDGED, 1 times");
  }

  @Test
  void settle_amends_count() {
    Attempt amends = Attempt.plain(ROUND, 1, new RawDelivery(new byte[24], List.of(new byte[8])));
    amends.end(RawOutcome.ACCEPTED);
    Attempt nothing = Attempt.plain(ROUND, 2, RawPledge.of(new byte[24], 0));
    nothing.end(RawOutcome.ACCEPTED);
    tally.settle(ROUND, List.of(amends, nothing));
    assertThat(fates()).containsOnly(Map.entry("counted", new CountRange(1, 1)));
    assertThat(tally.outcomes()).containsOnlyKeys("PLEDGE", "DELIVERY");
  }

  @Test
  void settleRepeated_replayAccepted_isASurprise() {
    tally.settleRepeated(ROUND, List.of(attempt(Attack.REPLAY, RawOutcome.ACCEPTED, 1)));
    assertThat(tally.surprises()).hasSize(1);
  }

  private void twins(RawOutcome one, RawOutcome other) {
    Attempt first = attempt(Attack.DUPLICATE, one, 1);
    Attempt second =
        new Attempt(ROUND, 2, Optional.of(Attack.DUPLICATE), first.message(), Optional.of(first));
    second.end(other);
    tally.settle(ROUND, List.of(first, second));
  }

  private static Attempt attempt(Attack attack, RawOutcome outcome, int reports) {
    List<byte[]> bytes = new ArrayList<>();
    for (int i = 0; i < reports; i++) {
      bytes.add(new byte[8]);
    }
    Attempt attempt =
        new Attempt(
            ROUND, 1, Optional.of(attack), new RawDelivery(new byte[24], bytes), Optional.empty());
    attempt.end(outcome);
    return attempt;
  }

  private Map<String, CountRange> fates() {
    return ledger.rounds().get(ROUND);
  }
}
