package org.shuffledcheckin.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** Turns what a command throws into one sentence and an exit code. */
final class Failures {
  private Failures() {}

  static int explain(Exception failure, CommandLine command, ParseResult parsed) {
    if (failure instanceof CommandFailure known) {
      say(command, known.getMessage());
      return known.exitCode();
    }
    if (failure instanceof IllegalArgumentException) {
      say(command, failure.getMessage());
      return ExitCode.USAGE;
    }
    if (failure instanceof IOException || failure instanceof UncheckedIOException) {
      say(command, failure.getMessage());
      return ExitCode.UNAVAILABLE;
    }
    say(command, "this should not have happened; please report it with the lines below");
    failure.printStackTrace(command.getErr());
    return ExitCode.BUG;
  }

  private static void say(CommandLine command, String sentence) {
    command.getErr().println(command.getColorScheme().errorText("checkin: " + sentence));
  }
}
