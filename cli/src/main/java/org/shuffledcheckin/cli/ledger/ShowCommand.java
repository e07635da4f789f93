package org.shuffledcheckin.cli.ledger;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.shuffledcheckin.aggregator.ledger.Charge;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.option.JsonOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints a ledger. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = "Prints every entry; with --json one JSON object a line.")
final class ShowCommand implements Callable<Integer> {
  @Mixin private RunChoice run;
  @Mixin private JsonOption json;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    try (RunLedger ledger = run.open()) {
      if (!json.isGiven()) {
        out.println("run " + ledger.run());
        out.println(" entry  round  epsilon after (UPPER_BOUND)  head");
      }
      ledger.forEach(entry -> out.print(json.isGiven() ? line(entry) : row(entry)));
    }
    out.flush();
    return ExitCode.OK;
  }

  private static String row(LedgerEntry entry) {
    Charge charge = entry.charge();
    return String.format(
        Locale.ROOT,
        "%6d %6d  %-27.6f  %s%n",
        entry.sequence(),
        charge.round().number(),
        RunLedger.roundedUp(charge.after().epsilon()),
        entry.head().hash());
  }

  private static String line(LedgerEntry entry) {
    return String.format(
        Locale.ROOT,
        "{\"sequence\":%d,\"entry\":%s,\"head\":\"%s\"}%n",
        entry.sequence(),
        new String(entry.toBytes(), StandardCharsets.UTF_8),
        entry.head().hash());
  }
}
