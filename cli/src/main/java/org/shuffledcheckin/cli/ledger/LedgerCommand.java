package org.shuffledcheckin.cli.ledger;

import org.shuffledcheckin.cli.CommandGroup;
import picocli.CommandLine.Command;

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
    subcommands = {ShowCommand.class, VerifyCommand.class, AcceptCommand.class})
public final class LedgerCommand extends CommandGroup {}
