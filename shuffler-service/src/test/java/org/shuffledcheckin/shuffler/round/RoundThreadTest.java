package org.shuffledcheckin.shuffler.round;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.server.FatalError;

class RoundThreadTest {
  @TempDir Path folder;

  /** Something that no code on the thread expects. */
  private static final class Unexpected extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** Work that is never answered. */
  private record Work(AtomicBoolean refused) implements RoundThread.Groupable {
    @Override
    public long bytes() {
      return 1;
    }

    @Override
    public void refuse() {
      refused.set(true);
    }
  }

  /** The child's entry: its round thread fails in a task, or in a group of work. */
  public static void main(String[] args) throws InterruptedException {
    RoundThread<Work> thread = new RoundThread<>(10, 10, group -> fail(), FatalError::endProcess);
    if (args[0].equals("task")) {
      CompletableFuture<Void> unused = thread.run(RoundThreadTest::fail);
    } else {
      thread.offer(new Work(new AtomicBoolean()));
    }
    // Nobody counts down: only the error can end this process.
    new CountDownLatch(1).await();
  }

  private static void fail() {
    throw new Unexpected();
  }

  private int exitCodeOf(String failing) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-Dlogback.configurationFile=logback.xml",
                "-cp",
                System.getProperty("java.class.path"),
                RoundThreadTest.class.getName(),
                failing)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(failing).toFile())
            .start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("the process ends").isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void error_inATaskOrAGroup_endsTheProcess() throws Exception {
    for (String failing : List.of("task", "group")) {
      assertThat(exitCodeOf(failing)).isEqualTo(70);
      assertThat(Files.readString(folder.resolve(failing)))
          .contains("the process ends")
          .contains("shuffler-rounds")
          .contains(Unexpected.class.getName());
    }
  }

  @Test
  void error_inATask_isToldAndNothingIsDoneAfterIt() throws Exception {
    CompletableFuture<Error> told = new CompletableFuture<>();
    RoundThread<Work> thread = new RoundThread<>(10, 10, group -> {}, told::complete);
    CompletableFuture<Void> failed = thread.run(RoundThreadTest::fail);
    assertThat(told.get(30, TimeUnit.SECONDS)).isInstanceOf(Unexpected.class);
    thread.close();
    assertThat(thread.isAlive()).isFalse();
    assertThat(failed).isNotDone();
  }

  @Test
  void exception_inAGroup_refusesItAndGoesOn() throws Exception {
    RoundThread<Work> thread =
        new RoundThread<>(
            10,
            10,
            group -> {
              throw new IllegalStateException("injected");
            },
            error -> {});
    try (thread) {
      Work work = new Work(new AtomicBoolean());
      assertThat(thread.offer(work)).isTrue();
      thread.run(() -> {}).get(30, TimeUnit.SECONDS);
      assertThat(work.refused()).isTrue();
      assertThat(thread.queuedBytes()).isZero();
    }
  }
}
