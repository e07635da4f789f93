package org.shuffledcheckin.aggregator.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.aggregator.TestRounds;
import org.shuffledcheckin.kit.files.LosingDisk;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;

class LedgerMarkTest {
  private static final Head FIRST = new Head(1, Digest.sha256(new byte[] {1}));
  private static final Head SECOND = new Head(2, Digest.sha256(new byte[] {2}));

  @TempDir Path folder;

  private LedgerMark open() throws IOException {
    return LedgerMark.open(folder.resolve("mark"), TestRounds.RUN);
  }

  @Test
  void advance_afterReopening_isRemembered() throws IOException {
    try (LedgerMark mark = open()) {
      assertThat(mark.newest()).isEmpty();
      mark.advance(FIRST);
      mark.advance(SECOND);
    }
    try (LedgerMark mark = open()) {
      assertThat(mark.newest()).contains(SECOND);
    }
    assertThat(Files.readAllLines(folder.resolve("mark"))).hasSize(1);
  }

  @Test
  void advance_thenPowerFails_isRemembered() throws IOException {
    LosingDisk disk = new LosingDisk();
    Path file = folder.resolve("mark");
    for (Head head : List.of(FIRST, SECOND)) {
      try (LedgerMark mark = LedgerMark.open(disk, file, TestRounds.RUN)) {
        mark.advance(head);
        disk.losePower();
      }
      disk.restorePower();
      assertThat(LedgerMark.read(file, TestRounds.RUN)).contains(head);
    }
  }

  @Test
  void advance_backwards_isRefused() throws IOException {
    try (LedgerMark mark = open()) {
      mark.advance(SECOND);
      assertThatThrownBy(() -> mark.advance(FIRST)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> mark.advance(SECOND)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void open_lineCutShortByACrash_keepsTheOneBefore() throws IOException {
    try (LedgerMark mark = open()) {
      mark.advance(FIRST);
    }
    Files.writeString(
        folder.resolve("mark"), TestRounds.RUN + " 2 00ff", StandardOpenOption.APPEND);
    try (LedgerMark mark = open()) {
      assertThat(mark.newest()).contains(FIRST);
      mark.advance(SECOND);
    }
    assertThat(LedgerMark.read(folder.resolve("mark"), TestRounds.RUN)).contains(SECOND);
  }

  @Test
  void open_ofAnotherRun_isRefused() throws IOException {
    try (LedgerMark mark = open()) {
      mark.advance(FIRST);
    }
    RoundId.Run other = RoundId.Run.fromHex("ff0102030405060708090a0b0c0d0e0f");
    assertThatThrownBy(() -> LedgerMark.open(folder.resolve("mark"), other))
        .isInstanceOf(LedgerRefusal.class)
        .hasMessageContaining(other.toString());
  }

  @Test
  void open_damagedLine_isRefused() throws IOException {
    Files.writeString(folder.resolve("mark"), "this is no mark\n");
    assertThatThrownBy(this::open).isInstanceOf(LedgerRefusal.class);
    Files.writeString(folder.resolve("mark"), TestRounds.RUN + " two " + FIRST.hash() + "\n");
    assertThatThrownBy(this::open).isInstanceOf(LedgerRefusal.class);
  }
}
