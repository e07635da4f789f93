package org.shuffledcheckin.cli.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.cli.Running;
import org.shuffledcheckin.cli.service.TestSystem;
import org.shuffledcheckin.shuffler.ShufflerService;

/** Whom the enrolment agent serves, and whom it does not. */
class EnrolmentAgentTest {
  @TempDir private Path folder;
  private TestSystem system;
  private ShufflerService shuffler;
  private Path tokens;
  private Path partial;
  private volatile Running running = new Running();

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
  void agent_killedBeforeTheTokensWereInPlace_revokesWhomItLeft() throws Exception {
    beKilled(10);
    Path own = Files.createDirectories(folder.resolve("state/named"));
    Files.move(partial, own.resolve(".fleet-1.partial"));
    Path slot = taken("slots/fleet-1");
    whileAgentRuns(() -> awaitFile(slot.resolve("tokens")), slot);
    assertThat(running.err()).contains("enrolled 4 clients for fleet-1", "revoked 10");
    assertThat(Files.readAllLines(slot.resolve("tokens"))).hasSize(4);
    assertThat(enrolled()).isEqualTo(4);
  }

  @Test
  void agent_foldersBeyondListAndQuota_getNobody() throws Exception {
    Path named = taken("named/fleet-1");
    Path shared = folder.resolve("shared");
    for (String name : List.of("fleet-2", "fleet-3", "fleet-4", "fleet-1", "evil")) {
      taken("shared/" + name);
    }
    Files.createSymbolicLink(shared.resolve("fleet-9"), taken("elsewhere"));
    // What a fleet leaves in its slot is not the agent's: it must revoke nobody.
    beKilled(3);
    Files.move(partial, shared.resolve("fleet-1/.tokens.partial"));
    whileAgentRuns(
        () -> {
          awaitFile(named.resolve("tokens"));
          awaitFile(shared.resolve("fleet-1/tokens"));
          awaitFile(shared.resolve("fleet-2/tokens"));
          await(() -> running.err().contains("no clients for " + shared.resolve("evil")));
          String tokens = Files.readString(named.resolve("tokens"));
          Files.delete(named.resolve("tokens"));
          awaitFile(named.resolve("tokens"));
          assertThat(named.resolve("tokens")).hasContent(tokens);
        },
        named,
        "--shared",
        shared,
        "--most",
        2);
    assertThat(running.err())
        .contains("no clients for " + shared.resolve("fleet-3") + ": 2 fleets may share")
        .contains("no clients for " + shared.resolve("evil") + ": it has no fleet's name")
        .contains("fleet-1 had lost its tokens and has the same again");
    for (String name : List.of("fleet-3", "fleet-4", "evil", "fleet-9")) {
      assertThat(shared.resolve(name).resolve("tokens")).doesNotExist();
    }
    assertThat(enrolled()).isEqualTo(3 + 3 * 4);
  }

  private Path taken(String slot) throws IOException {
    Path taken = Files.createDirectories(folder.resolve(slot));
    Files.createFile(taken.resolve("lock"));
    return taken;
  }

  private interface Steps {
    void take() throws Exception;
  }

  private void whileAgentRuns(Steps steps, Object... arguments) throws Exception {
    List<Object> all = new ArrayList<>(List.of("agent", "--count", 4));
    all.addAll(List.of("--state", folder.resolve("state")));
    all.addAll(List.of(arguments));
    Thread agent = new Thread(() -> clients(all.toArray()), "agent");
    agent.start();
    try {
      steps.take();
    } finally {
      agent.interrupt();
      agent.join();
    }
  }

  private static void awaitFile(Path file) throws InterruptedException {
    await(() -> Files.exists(file));
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(end);
      Thread.sleep(20);
    }
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
