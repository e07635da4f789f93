package org.shuffledcheckin.kit.sealing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Rounds;

class SealingTest {
  private final RoundKey key = RoundKey.generate();
  private final Announcement round = Announcement.of(Rounds.gaussian(3, key.publicKey()));
  private final byte[] report = new byte[28];

  @Test
  void open_sealedForThisRound_givesTheReportBack() {
    Arrays.fill(report, (byte) 7);
    byte[] sealed = new ReportSealer(round).seal(report);
    assertThat(sealed).hasSize(round.terms().sealedReportBytes());
    assertThat(key.opener(round).open(sealed)).hasValue(report);
  }

  @Test
  void open_afterRestore_givesTheReportBack() {
    RoundKey restored = RoundKey.restore(key.publicKey(), key.exportSecret());
    assertThat(restored.opener(round).open(new ReportSealer(round).seal(report))).hasValue(report);
  }

  @Test
  void open_sealedForAnotherRoundWithTheSameKey_givesNothing() {
    Announcement other = Announcement.of(Rounds.gaussian(4, key.publicKey()));
    assertThat(key.opener(round).open(new ReportSealer(other).seal(report))).isEmpty();
  }

  @Test
  void open_anyByteChanged_givesNothing() {
    byte[] sealed = new ReportSealer(round).seal(report);
    for (int i = 0; i < sealed.length; i++) {
      byte[] bad = sealed.clone();
      bad[i] ^= 1;
      assertThat(key.opener(round).open(bad)).isEmpty();
    }
  }

  @Test
  void open_anyShorterLength_givesNothing() {
    byte[] sealed = new ReportSealer(round).seal(report);
    for (int length = 0; length < sealed.length; length++) {
      assertThat(key.opener(round).open(Arrays.copyOf(sealed, length))).isEmpty();
    }
  }

  @Test
  void opener_ofAnotherKeysRound_isRefused() {
    assertThatThrownBy(() -> RoundKey.generate().opener(round))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void seal_wrongLength_isRefused() {
    assertThatThrownBy(() -> new ReportSealer(round).seal(new byte[27]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("28");
  }
}
