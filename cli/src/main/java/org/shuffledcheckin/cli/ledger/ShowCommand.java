package org.shuffledcheckin.cli.ledger;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.shuffledcheckin.aggregator.LedgerArchive;
import org.shuffledcheckin.aggregator.ledger.Charge;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
import org.shuffledcheckin.aggregator.ledger.LedgerRefusal;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.option.JsonOption;
import org.shuffledcheckin.experiments.figure.Bounds;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints a ledger. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = {
      "Prints every entry of a ledger: with how many clients a round is charged, how many pledged"
          + " reports may get lost, what the run has cost after it.",
      "With --json one JSON object a line, entries byte for byte as they were hashed: what 'checkin"
          + " ledger verify FILE' reads.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin ledger show runs/demo-...",
      "  checkin ledger show runs/demo-... --json > ledger.jsonl"
    })
final class ShowCommand implements Callable<Integer> {
  @Mixin private RunChoice run;
  @Mixin private JsonOption json;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    try (LedgerArchive ledger = run.open()) {
      if (json.isGiven()) {
        ledger.export(out);
      } else {
        out.println("run " + ledger.run());
        out.println(" entry  round     clients  lost  epsilon after (UPPER_BOUND)  head");
        ledger.forEach(entry -> out.print(row(entry)));
      }
    } catch (LedgerRefusal broken) {
      throw new CommandFailure(ExitCode.FAILED, broken.getMessage());
    }
    out.flush();
    return ExitCode.OK;
  }

  private static String row(LedgerEntry entry) {
    Charge charge = entry.charge();
    return String.format(
        Locale.ROOT,
        "%6d %6d  %,10d  %4d  %-27s  %s%n",
        entry.sequence(),
        charge.round().number(),
        charge.accounted().clients(),
        charge.terms().population().lossLimit(),
        Bounds.up(charge.after().epsilon(), 6),
        entry.head().hash());
  }
}
