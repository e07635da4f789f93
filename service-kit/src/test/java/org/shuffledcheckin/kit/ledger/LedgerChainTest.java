package org.shuffledcheckin.kit.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;

class LedgerChainTest {
  private static final RoundId.Run RUN = RoundId.Run.fromHex("000102030405060708090a0b0c0d0e0f");
  private static final Digest ROUND = Digest.sha256(new byte[] {7});
  private static final Link FIRST = Link.of(1, Digest.sha256(new byte[] {1}), ROUND);
  private static final Link SECOND = Link.of(2, Digest.sha256(new byte[] {2}), ROUND);

  @Test
  void extend_inSteps_equalsExtendAtOnce() {
    Head genesis = LedgerChain.genesis(RUN);
    Head steps = LedgerChain.extend(LedgerChain.extend(genesis, FIRST), SECOND);
    assertThat(LedgerChain.extend(genesis, List.of(FIRST, SECOND))).isEqualTo(steps);
  }

  @Test
  void extend_otherEntry_givesAnotherHead() {
    Head genesis = LedgerChain.genesis(RUN);
    Link other = Link.of(1, Digest.sha256(new byte[] {9}), ROUND);
    assertThat(LedgerChain.extend(genesis, List.of(other)))
        .isNotEqualTo(LedgerChain.extend(genesis, List.of(FIRST)));
  }

  @Test
  void extend_entryForAnotherRound_givesAnotherHead() {
    Head genesis = LedgerChain.genesis(RUN);
    Link other = Link.of(1, FIRST.entry(), Digest.sha256(new byte[] {8}));
    Link silent = new Link(1, FIRST.entry(), Optional.empty());
    assertThat(LedgerChain.extend(genesis, FIRST))
        .isNotEqualTo(LedgerChain.extend(genesis, other))
        .isNotEqualTo(LedgerChain.extend(genesis, silent));
    assertThat(FIRST.charges(ROUND)).isTrue();
    assertThat(other.charges(ROUND)).isFalse();
    assertThat(silent.charges(ROUND)).isFalse();
  }

  @Test
  void extend_gap_isRefused() {
    assertThatThrownBy(() -> LedgerChain.extend(LedgerChain.genesis(RUN), SECOND))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
