package org.shuffledcheckin.cli.ledger;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows and checks ledgers. */
@Command(
    name = "ledger",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Shows and checks the ledger of a run.",
      "Every round is charged there before it opens; entries are chained by hashes.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin ledger show runs/demo-...",
      "  checkin ledger verify runs/demo-..."
    },
    subcommands = {ShowCommand.class, VerifyCommand.class})
public final class LedgerCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
