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
      "Shows and checks the ledger of a run: every round that was charged, chained by hashes.",
      ""
    },
    subcommands = {ShowCommand.class, VerifyCommand.class})
public final class LedgerCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
