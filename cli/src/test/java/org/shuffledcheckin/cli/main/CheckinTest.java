package org.shuffledcheckin.cli.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.cli.ExitCode;
import picocli.CommandLine;

class CheckinTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine checkin =
      Checkin.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

  @Test
  void help_teachesCommandsAndExitCodes() {
    assertThat(checkin.execute("--help")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("Usage: checkin", "Exit codes", "completion");
  }

  @Test
  void unknownCommand_isOneSentenceWithASuggestion() {
    assertThat(checkin.execute("completoin")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains("unknown command 'completoin'", "completion")
        .doesNotContain("\tat ");
  }

  @Test
  void unknownFlag_isOneSentence() {
    assertThat(checkin.execute("--frobnicate")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("unknown option '--frobnicate'").doesNotContain("\tat ");
  }

  @Test
  void noCommand_isBadUsage() {
    assertThat(checkin.execute()).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("a command is missing", "--help");
  }

  @Test
  void completion_printsAScript() {
    assertThat(checkin.execute("completion")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("complete -F");
  }

  @Test
  void explain_badValue_isUsage() {
    assertThat(Failures.explain(new IllegalArgumentException("delta must be ..."), checkin, null))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).startsWith("checkin: delta must be").doesNotContain("\tat ");
  }

  @Test
  void explain_missingFile_isUnavailable() {
    Exception failure = new UncheckedIOException("no such file: x", new NoSuchFileException("x"));
    assertThat(Failures.explain(failure, checkin, null)).isEqualTo(ExitCode.UNAVAILABLE);
  }

  @Test
  void explain_ownFault_showsTheTrace() {
    assertThat(Failures.explain(new IllegalStateException("oops"), checkin, null))
        .isEqualTo(ExitCode.BUG);
    assertThat(err.toString()).contains("report it", "\tat ");
  }
}
