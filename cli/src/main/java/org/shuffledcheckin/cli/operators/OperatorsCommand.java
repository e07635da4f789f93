package org.shuffledcheckin.cli.operators;

import org.shuffledcheckin.cli.CommandGroup;
import picocli.CommandLine.Command;

/** Shows what operators did. */
@Command(
    name = "operators",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Shows what operators did: each service that takes orders keeps a journal of them.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin operators log --shuffler shuffler.example",
      "  checkin operators log keys/operators.jsonl"
    },
    subcommands = {LogCommand.class})
public final class OperatorsCommand extends CommandGroup {}
