package org.shuffledcheckin.cli.main;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import org.shuffledcheckin.aggregator.ledger.LedgerRefusal;
import org.shuffledcheckin.aggregator.store.StoreTakenOver;
import org.shuffledcheckin.aggregator.store.StoreUnavailable;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.kit.journal.JournalRefusal;
import org.shuffledcheckin.kit.server.OperatorCallException;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.shuffler.store.StoreException;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** Turns what a command throws into one sentence and an exit code. */
final class Failures {
  private Failures() {}

  static int explain(Exception failure, CommandLine command, ParseResult parsed) {
    int code = code(failure);
    if (code != ExitCode.BUG) {
      say(command, code == ExitCode.USAGE ? failure.getMessage() : sentence(failure));
      return code;
    }
    say(command, "this should not have happened; please report it with the lines below");
    failure.printStackTrace(command.getErr());
    return ExitCode.BUG;
  }

  private static int code(Exception failure) {
    if (failure instanceof CommandFailure known) {
      return known.exitCode();
    }
    if (failure instanceof IllegalArgumentException) {
      return ExitCode.USAGE;
    }
    if (failure instanceof OperatorCallException call) {
      return call.refusal().isPresent() ? ExitCode.FAILED : ExitCode.UNAVAILABLE;
    }
    if (failure instanceof LedgerRefusal
        || failure instanceof JournalRefusal
        || failure instanceof StoreTakenOver) {
      return ExitCode.FAILED;
    }
    boolean outside =
        failure instanceof IOException
            || failure instanceof UncheckedIOException
            || failure instanceof StoreUnavailable
            || failure instanceof StoreException;
    return outside ? ExitCode.UNAVAILABLE : ExitCode.BUG;
  }

  /** What failed, and why if that is not said yet. */
  private static String sentence(Exception failure) {
    if (failure instanceof OperatorCallException call
        && call.refusal().equals(Optional.of(Refusal.NOT_AUTHENTICATED))) {
      return call.getMessage() + "; check --token";
    }
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String why = why(root);
    String said = String.valueOf(failure.getMessage());
    if (root == failure) {
      return why;
    }
    return said.contains(why) ? said : said.replaceFirst("[.]$", "") + ": " + why;
  }

  /** The JDK's messages about files are often nothing but a path. */
  private static String why(Throwable root) {
    if (root instanceof AccessDeniedException denied) {
      return "no permission for " + denied.getFile();
    }
    if (root instanceof NoSuchFileException missing) {
      return "there is no " + missing.getFile();
    }
    return String.valueOf(root.getMessage());
  }

  private static void say(CommandLine command, String sentence) {
    command.getErr().println(command.getColorScheme().errorText("checkin: " + sentence));
  }
}
