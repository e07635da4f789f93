package org.shuffledcheckin.cli.ledger;

import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.Callable;
import org.shuffledcheckin.aggregator.RunArchive;
import org.shuffledcheckin.aggregator.ledger.LedgerRefusal;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes a lost ledger mark anew on an operator's word. */
@Command(
    name = "accept",
    mixinStandardHelpOptions = true,
    description = {
      "Makes the mark of a ledger anew after it was lost, on your word that the database is the"
          + " newest there was.",
      "Your word is kept beside the mark, in a file that ends in .accepted. If it is wrong, rounds"
          + " that clients paid for are missing and the stated epsilon is too small. A mark that"
          + " remembers anything is never replaced.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  checkin ledger accept --config aggregator.yaml --entries 42 --because 'disk of the mark"
          + " died'"
    })
final class AcceptCommand implements Callable<Integer> {
  @Mixin private RunChoice run;

  @Option(
      names = "--entries",
      paramLabel = "N",
      required = true,
      description = "How many entries the ledger has, as 'checkin ledger show' tells.")
  private long entries;

  @Option(
      names = "--because",
      paramLabel = "TEXT",
      required = true,
      description = "Why the mark is gone, and how you know that nothing else is.")
  private String because;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (because.isBlank()) {
      throw new IllegalArgumentException("--because must say something");
    }
    try (RunArchive archive = run.openRun()) {
      Head head = archive.acceptLedger(entries, because, Clock.systemUTC().instant());
      spec.commandLine()
          .getErr()
          .println("checkin: accepted entry %d, %s".formatted(head.sequence(), head.hash()));
      return ExitCode.OK;
    } catch (LedgerRefusal broken) {
      throw new CommandFailure(ExitCode.FAILED, broken.getMessage());
    }
  }
}
