package org.shuffledcheckin.cli.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.Running;
import org.shuffledcheckin.cli.service.TestSystem;
import org.shuffledcheckin.shuffler.ShufflerService;

/** What a killed enrolment leaves, and who is enrolled in the end. */
class BrokenEnrolmentTest {
  @TempDir private Path folder;
  private TestSystem system;
  private ShufflerService shuffler;
  private Path tokens;
  private Path partial;
  private Running running = new Running();

  @BeforeEach
  void start() throws IOException {
    system = new TestSystem(folder);
    shuffler = system.shuffler();
    Path slot = Files.createDirectories(folder.resolve("slots/fleet-1"));
    tokens = slot.resolve("tokens");
    partial = slot.resolve(".tokens.partial");
  }

  @AfterEach
  void stop() {
    shuffler.close();
  }

  @Test
  void enrol_killedBeforeTheFileWasInPlace_revokesWhomItLeft() throws IOException {
    beKilled(5000);
    assertThat(clients("enrol", "--count", 7, "--out", tokens)).isZero();
    assertThat(running.out()).contains("enrolled 7 clients", "revoked 5000");
    assertThat(enrolled()).isEqualTo(7);
    assertThat(Files.readAllLines(tokens)).hasSize(7);
    assertThat(partial).doesNotExist();
  }

  @Test
  void enrol_killedWithinALine_revokesEverybodyWhoseNumberIsThere() throws IOException {
    beKilled(10);
    List<String> lines = Files.readAllLines(partial);
    String last = lines.remove(9).substring(0, 20);
    Files.writeString(partial, String.join("\n", lines) + "\n" + last);
    assertThat(clients("enrol", "--count", 3, "--out", tokens)).isZero();
    assertThat(enrolled()).isEqualTo(3);
  }

  @Test
  void enrol_killedAndTheShufflerIsAway_keepsTheirNumbers() throws IOException {
    beKilled(10);
    String left = Files.readString(partial);
    assertThat(
            checkin(
                "clients",
                "enrol",
                "--count",
                3,
                "--out",
                tokens,
                "--shuffler",
                "127.0.0.1:1",
                "--keys",
                system.keys()))
        .isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(partial).hasContent(left);
    assertThat(clients("enrol", "--count", 3, "--out", tokens)).isZero();
    assertThat(enrolled()).isEqualTo(3);
  }

  @Test
  void enrol_anotherIsAtWork_leavesItAlone() throws IOException {
    beKilled(10);
    try (FileChannel other = FileChannel.open(partial, StandardOpenOption.WRITE);
        var lock = other.lock()) {
      assertThat(lock.isValid()).isTrue();
      assertThat(clients("enrol", "--count", 3, "--out", tokens)).isEqualTo(ExitCode.UNAVAILABLE);
      assertThat(running.err()).contains("somebody else is enrolling into " + tokens);
    }
    assertThat(enrolled()).isEqualTo(10);
    assertThat(partial).exists();
  }

  @Test
  void enrol_fileCannotTakeItsName_leavesNobodyEnrolled() throws IOException {
    Files.createSymbolicLink(tokens, folder.resolve("nowhere"));
    assertThat(clients("enrol", "--count", 5000, "--out", tokens)).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(enrolled()).isZero();
    assertThat(partial).doesNotExist();
  }

  /** Leaves what a process leaves that is killed when all tokens have come. */
  private void beKilled(int clients) throws IOException {
    assertThat(clients("enrol", "--count", clients, "--out", tokens)).isZero();
    Files.move(tokens, partial);
    assertThat(enrolled()).isEqualTo(clients);
  }

  private long enrolled() throws IOException {
    assertThat(clients("status", "--json")).isZero();
    return running.json().get("enrolled").asLong();
  }

  private int clients(Object... arguments) {
    List<Object> all = new ArrayList<>(List.of("clients"));
    all.addAll(List.of(arguments));
    all.addAll(
        List.of("--shuffler", "127.0.0.1:" + shuffler.operatorsPort(), "--keys", system.keys()));
    return checkin(all.toArray());
  }

  private int checkin(Object... arguments) {
    running = new Running();
    return running.checkin(arguments);
  }
}
