package org.shuffledcheckin.cli.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.aggregator.AggregatorService;
import org.shuffledcheckin.aggregator.run.RunEvents;
import org.shuffledcheckin.aggregator.run.RunListener;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.Running;
import org.shuffledcheckin.cli.service.TestSystem;
import org.shuffledcheckin.kit.tls.DevelopmentAuthority;
import org.shuffledcheckin.shuffler.ShufflerService;

/** Against a real aggregator over TLS, whose rounds nobody answers. */
class ControlCommandTest {
  private static final int CLIENTS = 80;

  @TempDir private Path folder;
  private TestSystem system;
  private ShufflerService shuffler;
  private AggregatorService aggregator;
  private Running running = new Running();

  @BeforeEach
  void start() throws IOException {
    system = new TestSystem(folder);
    shuffler = system.shuffler();
    aggregator = system.aggregator("run", shuffler, CLIENTS, 5, 1);
  }

  @AfterEach
  void stop() {
    aggregator.close();
    shuffler.close();
  }

  @Test
  void orders_betweenRounds_pauseResumeAndEndTheRun() throws Exception {
    await(RunState.STALLED);
    assertThat(control("pause")).isZero();
    await(RunState.PAUSED);
    assertThat(control("pause")).isZero();
    assertThat(running.out())
        .isEqualToNormalizingNewlines(
            "the run is paused after 0 rounds: it was paused already; 'checkin control resume' lets"
                + " it go on\n");
    assertThat(control("resume")).isZero();
    assertThat(running.out()).contains("it goes on").doesNotContain("it was not paused");
    await(RunState.STALLED);
    assertThat(control("resume")).isZero();
    assertThat(running.out()).contains("the run is stalled", "it was not paused");
    assertThat(control("end")).isEqualTo(ExitCode.USAGE);
    assertRefused("nobody can be asked", "--yes");
    assertThat(control("end", "--yes")).isZero();
    assertThat(aggregator.await().state()).isEqualTo(RunState.FINISHED);
    assertNothingIsLeft();
  }

  @Test
  void orders_roundAtHand_waitForItsEndAndCannotTakeBackAnEnd() throws Exception {
    CountDownLatch opened = openRound();
    assertThat(opened.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(control("pause")).isZero();
    assertThat(running.out())
        .isEqualToNormalizingNewlines(
            "the run is training, 0 rounds done: it pauses before the next round, when the one at"
                + " hand is finished\n");
    assertThat(control("resume")).isZero();
    assertThat(running.out()).contains("it was not paused; it goes on");
    assertThat(control("end", "--yes", "--json")).isZero();
    assertThat(running.json().get("state").asText()).isEqualTo("TRAINING");
    assertThat(running.json().get("taken").asBoolean()).isTrue();
    assertThat(running.json().get("next").asText()).contains("ends for good before the next round");
    for (String order : List.of("resume", "pause")) {
      assertThat(control(order)).isEqualTo(ExitCode.FAILED);
      assertRefused("the run was ended, which is for good");
    }
    assertThat(aggregator.status().state()).isEqualTo(RunState.TRAINING);
  }

  @Test
  void orders_thatCannotBeGiven_failInOneSentence() throws Exception {
    Path guessed = Files.writeString(folder.resolve("guessed.token"), "guessed");
    assertThat(control("pause", "--token", guessed)).isEqualTo(ExitCode.FAILED);
    assertRefused("operator's token", "--token");
    assertThat(running.err()).doesNotContain("guessed");

    Path keys = system.keys();
    assertThat(
            control(
                "pause",
                "--certificate",
                keys.resolve("operator-shuffler.crt"),
                "--key",
                keys.resolve("operator-shuffler.key")))
        .isEqualTo(ExitCode.FAILED);
    assertRefused("certificate does not allow this");

    Path foreign = folder.resolve("foreign");
    DevelopmentAuthority authority =
        DevelopmentAuthority.create(Clock.systemUTC(), new SecureRandom());
    authority.issueClient("operator:aggregator").writeTo(foreign, "operator");
    assertThat(
            control(
                "pause",
                "--certificate",
                foreign.resolve("operator.crt"),
                "--key",
                foreign.resolve("operator.key")))
        .isEqualTo(ExitCode.UNAVAILABLE);
    assertRefused("cannot be asked", "certificate");
    assertThat(aggregator.status().state()).isNotEqualTo(RunState.PAUSED);
    assertNobodyIsThere();
  }

  private void assertNobodyIsThere() {
    assertThat(run("control", "pause", "--aggregator", "127.0.0.1:1", "--keys", system.keys()))
        .isEqualTo(ExitCode.UNAVAILABLE);
    assertRefused("the aggregator at 127.0.0.1:1 cannot be asked");
    assertThat(run("control", "pause", "--keys", folder.resolve("nowhere")))
        .isEqualTo(ExitCode.UNAVAILABLE);
    assertRefused("aggregator.token");
    assertThat(run("control", "pause", "--aggregator", "here:0", "--keys", system.keys()))
        .isEqualTo(ExitCode.USAGE);
    assertRefused("the port of --aggregator must be in [1, 65535] but is '0'");
  }

  private void assertNothingIsLeft() throws IOException {
    assertThat(control("end", "--yes", "--json")).isZero();
    assertThat(running.json().get("taken").asBoolean()).isFalse();
    assertThat(running.json().get("state").asText()).isEqualTo("FINISHED");
    assertThat(running.json().get("next").asText()).isEqualTo("there is nothing left to end");
    assertThat(control("pause")).isEqualTo(ExitCode.FAILED);
    assertThat(running.out())
        .contains("ended after 0 rounds (An operator ended the run): there is nothing to pause");
    assertThat(control("resume")).isEqualTo(ExitCode.FAILED);
    assertThat(running.out()).contains("there is nothing to resume");
  }

  private void assertRefused(String... words) {
    assertThat(running.err()).contains(words).doesNotContain("\tat ").hasLineCount(1);
  }

  private CountDownLatch openRound() {
    CountDownLatch opened = new CountDownLatch(1);
    aggregator
        .events()
        .subscribe(
            new RunListener() {
              @Override
              public void roundOpened(long number, RunStatus status) {
                opened.countDown();
              }
            });
    shuffler.enrol(CLIENTS);
    return opened;
  }

  private void await(RunState state) throws InterruptedException {
    CountDownLatch reached = new CountDownLatch(1);
    RunEvents.Subscription subscription =
        aggregator
            .events()
            .subscribe(
                new RunListener() {
                  @Override
                  public void stateChanged(RunStatus status) {
                    if (status.state() == state) {
                      reached.countDown();
                    }
                  }
                });
    assertThat(reached.await(30, TimeUnit.SECONDS))
        .as("%s, not %s", state, aggregator.status())
        .isTrue();
    subscription.close();
  }

  private int control(Object... arguments) {
    List<Object> all = new ArrayList<>(List.of("control"));
    all.addAll(List.of(arguments));
    all.add("--aggregator");
    all.add("127.0.0.1:" + aggregator.operatorPort().getAsInt());
    all.add("--keys");
    all.add(system.keys());
    return run(all.toArray());
  }

  private int run(Object... arguments) {
    running = new Running();
    return running.checkin(arguments);
  }
}
