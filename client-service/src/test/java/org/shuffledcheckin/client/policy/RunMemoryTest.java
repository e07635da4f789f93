package org.shuffledcheckin.client.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.client.TestRounds;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;

class RunMemoryTest {
  private final Announcement fifth = round(5, 0.1);
  private final RunMemory memory =
      new RunMemory(fifth.terms().id(), fifth.digest(), TestRounds.head(7));

  private static Announcement round(long number, double rate) {
    return Announcement.of(
        TestRounds.gaussian(number, CheckInLaw.POISSON, rate, new byte[0], TestRounds.KEY));
  }

  @Test
  void check_nextRoundOnALongerLedger_isFine() {
    assertThat(memory.check(round(6, 0.1), TestRounds.head(8))).isEmpty();
    assertThat(memory.check(round(9, 0.1), TestRounds.head(20))).isEmpty();
  }

  @Test
  void check_sameRoundAgain_isFine() {
    assertThat(memory.check(fifth, TestRounds.head(7))).isEmpty();
    assertThat(memory.isSameRound(fifth)).isTrue();
  }

  @Test
  void check_shorterLedger_isRefused() {
    assertThat(memory.check(round(6, 0.1), TestRounds.head(6)))
        .hasValue(RefusalReason.LEDGER_ROLLED_BACK);
  }

  @Test
  void check_otherHeadAtTheSameLength_isRefused() {
    assertThat(memory.check(round(6, 0.1), new Head(7, Digest.sha256(new byte[] {9}))))
        .hasValue(RefusalReason.LEDGER_FORKED);
    assertThat(memory.check(fifth, new Head(7, Digest.sha256(new byte[] {9}))))
        .hasValue(RefusalReason.LEDGER_FORKED);
  }

  @Test
  void check_newRoundWithoutANewCharge_isRefused() {
    assertThat(memory.check(round(6, 0.1), TestRounds.head(7)))
        .hasValue(RefusalReason.LEDGER_ROLLED_BACK);
  }

  @Test
  void check_olderRound_isRefused() {
    assertThat(memory.check(round(4, 0.1), TestRounds.head(9)))
        .hasValue(RefusalReason.LEDGER_ROLLED_BACK);
  }

  @Test
  void check_sameNumberOtherParameters_isRefused() {
    assertThat(memory.check(round(5, 0.2), TestRounds.head(8)))
        .hasValue(RefusalReason.ROUND_CHANGED);
  }
}
