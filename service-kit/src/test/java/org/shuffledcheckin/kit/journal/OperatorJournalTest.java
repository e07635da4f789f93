package org.shuffledcheckin.kit.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.files.FaultyDisk;

class OperatorJournalTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2030-01-02T03:04:05Z"), ZoneOffset.UTC);
  private static final Operator ALICE = Operator.local("alice");

  @TempDir Path folder;
  private final FaultyDisk disk = new FaultyDisk();

  private Path file() {
    return folder.resolve("journal");
  }

  private OperatorJournal open() throws IOException {
    return OperatorJournal.open(disk, file(), "shuffler", CLOCK);
  }

  private void write(int orders) throws IOException {
    try (OperatorJournal journal = open()) {
      for (int i = 1; i <= orders; i++) {
        assertThat(journal.append(ALICE, Order.about(Action.REVOKE, i))).isEqualTo(i);
      }
    }
  }

  private void assertBroken(List<String> lines) throws IOException {
    Files.write(file(), lines);
    assertThatThrownBy(this::open)
        .isInstanceOf(JournalRefusal.class)
        .hasMessageContaining("The journal is broken")
        .hasMessageContaining(file().toString());
  }

  @Test
  void append_anOrder_isOneLineForItsOwnerOnly() throws IOException {
    write(1);
    assertThat(Files.readString(file()))
        .matches(
            "\\{\"sequence\":1,\"head\":\"[0-9a-f]{64}\",\"entry\":\\{\"service\":\"shuffler\","
                + "\"time\":\"2030-01-02T03:04:05Z\",\"action\":\"revoke\",\"clients\":1,"
                + "\"who\":\\{\"name\":\"alice\",\"roles\":\\[\\]\\}\\}\\}\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @Test
  void append_isOnDiskBeforeItReturns() throws IOException {
    try (OperatorJournal journal = open()) {
      disk.forget();
      journal.append(ALICE, Order.of(Action.PAUSE));
      assertThat(disk.steps()).containsExactly("write journal", "sync journal");
    }
  }

  @Test
  void append_withoutSync_failsAndIsOverwrittenByTheNext() throws IOException {
    try (OperatorJournal journal = open()) {
      disk.letSync(false);
      assertThatThrownBy(() -> journal.append(ALICE, Order.of(Action.END)))
          .isInstanceOf(UncheckedIOException.class);
      disk.letSync(true);
      disk.letWrite(10);
      assertThatThrownBy(() -> journal.append(ALICE, Order.of(Action.END)))
          .isInstanceOf(UncheckedIOException.class);
      disk.letWrite(Integer.MAX_VALUE);
      assertThat(journal.append(ALICE, Order.of(Action.PAUSE))).isEqualTo(1);
    }
    assertThat(JournalChain.read(file())).hasSize(1);
    assertThat(Files.readString(file())).contains("pause").doesNotContain("\"end\"");
  }

  @Test
  void open_again_goesOnWithTheChain() throws IOException {
    write(3);
    try (OperatorJournal journal = open()) {
      assertThat(journal.append(ALICE, Order.notDone(3))).isEqualTo(4);
      assertThat(journal.after(2, 10)).extracting(JournalEntry::sequence).containsExactly(3L, 4L);
      assertThat(journal.after(0, 2)).extracting(JournalEntry::sequence).containsExactly(1L, 2L);
      assertThat(journal.after(9, 2)).isEmpty();
    }
    JournalChain chain = new JournalChain();
    JournalChain.read(file()).forEach(chain::follow);
    assertThat(chain.sequence()).isEqualTo(4);
  }

  /** Every length at which a crash can have cut the last line. */
  @Test
  void open_lineCutShortByACrash_isLeftOutAndOverwritten() throws IOException {
    write(2);
    byte[] whole = Files.readAllBytes(file());
    int first = Files.readString(file()).indexOf('\n') + 1;
    for (int length = first; length < whole.length; length++) {
      Files.write(file(), Arrays.copyOf(whole, length));
      try (OperatorJournal journal = open()) {
        assertThat(journal.after(0, 10)).as("cut at %d", length).hasSize(1);
        assertThat(journal.append(ALICE, Order.about(Action.REVOKE, 2))).isEqualTo(2);
      }
      assertThat(Files.readAllBytes(file())).isEqualTo(whole);
    }
  }

  @Test
  void open_tamperedFile_isRefused() throws IOException {
    write(3);
    List<String> lines = Files.readAllLines(file());
    for (int i = 0; i < 3; i++) {
      List<String> altered = new ArrayList<>(lines);
      altered.set(i, lines.get(i).replace("alice", "mallory"));
      assertBroken(altered);
      List<String> counted = new ArrayList<>(lines);
      counted.set(i, lines.get(i).replace("\"clients\":" + (i + 1), "\"clients\":9"));
      assertBroken(counted);
    }
    assertBroken(lines.subList(1, 3));
    assertBroken(List.of(lines.get(0), lines.get(2)));
    assertBroken(List.of(lines.get(0), lines.get(0), lines.get(1)));
    List<String> swapped = new ArrayList<>(lines);
    Collections.swap(swapped, 1, 2);
    assertBroken(swapped);
    assertBroken(List.of(lines.get(0), "nonsense"));
    assertBroken(List.of(lines.get(0).replace("\"sequence\":1", "\"sequence\":01")));
  }

  /** The chain is specified, so another program can follow it. */
  @Test
  void head_ofTheFirstEntry_isAsSpecified() throws Exception {
    write(1);
    JournalEntry entry = JournalChain.read(file()).get(0);
    var sha = java.security.MessageDigest.getInstance("SHA-256");
    byte[] genesis =
        sha.digest(
            "checkin/v1/operators/genesis".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    byte[] text = sha.digest(entry.text().getBytes(java.nio.charset.StandardCharsets.UTF_8));
    sha.update("checkin/v1/operators".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    sha.update(genesis);
    sha.update(new byte[] {0, 0, 0, 0, 0, 0, 0, 1});
    assertThat(entry.head().toBytes()).isEqualTo(sha.digest(text));
  }

  @Test
  void append_nameOfAStranger_staysOneLine() throws IOException {
    try (OperatorJournal journal = open()) {
      journal.append(Operator.local("x\n\"},{" + "y".repeat(1000)), Order.of(Action.PAUSE));
    }
    assertThat(Files.readAllLines(file())).hasSize(1);
    assertThat(JournalChain.read(file()).get(0).text()).hasSizeLessThan(500);
  }
}
