package org.shuffledcheckin.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.Running;

/** What a demo refuses, in one sentence and before anything is written. */
class DemoCommandTest {
  @TempDir private Path folder;
  private final Running running = new Running();

  @Test
  void demo_budgetBelowOneRound_namesItsPrice() {
    assertThat(demo("--epsilon", "0.001")).isEqualTo(ExitCode.USAGE);
    assertThat(running.err())
        .contains("the budget of epsilon 0.001 does not pay for one round, which costs 0.1318")
        .contains("raise --epsilon or --noise-multiplier");
    assertNothingWritten();
  }

  @Test
  void demo_portTaken_namesItAndTheWayOut() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(demo("--port", taken.getLocalPort())).isEqualTo(ExitCode.UNAVAILABLE);
      assertThat(running.err())
          .contains("port " + taken.getLocalPort() + " of 127.0.0.1 cannot be used")
          .contains("name another --port");
    }
    assertNothingWritten();
  }

  @Test
  void demo_brokenDataFile_namesItAndTheWayOut() throws Exception {
    Path data = Files.createDirectory(folder.resolve("data"));
    for (String name :
        List.of(
            "train-images-idx3-ubyte",
            "train-labels-idx1-ubyte",
            "t10k-images-idx3-ubyte",
            "t10k-labels-idx1-ubyte")) {
      Files.writeString(data.resolve(name), "broken");
    }
    assertThat(demo("--dataset", "mnist", "--data", data)).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(running.err()).contains("idx", "replace or remove it");
    assertNothingWritten();
  }

  @Test
  void demo_intoAFile_saysThatItIsNoFolder() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "mine");
    assertThat(running.checkin("demo", "--quick", "--out", file.resolve("run")))
        .isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(running.err()).contains("it is no folder", "--out");
    assertThat(file).hasContent("mine");
  }

  @Test
  void requireWritable_folderWithoutPermission_saysSo() throws Exception {
    Path closed = Files.createDirectory(folder.resolve("closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
    DemoFolder run = new DemoFolder(closed.resolve("run"));
    if (Files.isWritable(closed)) {
      // Root may write everywhere, and is let.
      assertThatCode(run::requireWritable).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(run::requireWritable)
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("no permission")
          .hasMessageContaining("--out");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--rounds, 5, --rounds 25",
    "--epsilon, 9, --epsilon 2.0",
    "--dataset, mnist, --dataset digits"
  })
  void resume_withAnotherConfiguration_isRefused(String flag, String value, String begun) {
    Path run = begun();
    assertThat(running.checkin("demo", "--resume", run, flag, value)).isEqualTo(ExitCode.USAGE);
    assertThat(running.err()).contains("begun with " + begun + ", which cannot change");
  }

  @Test
  void resume_ofNothing_isRefused() {
    assertThat(running.checkin("demo", "--resume", folder)).isEqualTo(ExitCode.USAGE);
    assertThat(running.err()).contains("is not the folder of a demo");
  }

  @Test
  void demo_intoTheFolderOfARun_tellsHowToGoOn() {
    Path run = begun();
    assertThat(running.checkin("demo", "--out", run)).isEqualTo(ExitCode.USAGE);
    assertThat(running.err()).contains("go on with --resume " + run);
  }

  @Test
  void lock_heldByAnotherDemo_isRefused() throws Exception {
    DemoFolder run = new DemoFolder(folder);
    try (Closeable held = run.lock()) {
      assertThat(held).isNotNull();
      assertThatThrownBy(run::lock)
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("another demo is using");
    }
    run.lock().close();
  }

  @Test
  void claim_nameTakenInTheSameSecond_getsANumber() {
    DemoFolder first = new DemoFolder(folder.resolve("runs/demo-1")).claim(true);
    DemoFolder second = new DemoFolder(folder.resolve("runs/demo-1")).claim(true);
    assertThat(first.path()).isDirectory();
    assertThat(second.path()).isEqualTo(folder.resolve("runs/demo-1-2")).isDirectory();
  }

  private int demo(Object... more) {
    Object[] arguments = new Object[more.length + 4];
    arguments[0] = "demo";
    arguments[1] = "--quick";
    arguments[2] = "--out";
    arguments[3] = folder.resolve("run");
    System.arraycopy(more, 0, arguments, 4, more.length);
    return running.checkin(arguments);
  }

  private Path begun() {
    DemoFolder run = new DemoFolder(folder.resolve("begun")).claim(false);
    new PlanOptions().plan(true, "digits").writeTo(run.path());
    return run.path();
  }

  private void assertNothingWritten() {
    assertThat(folder.resolve("run")).doesNotExist();
  }
}
