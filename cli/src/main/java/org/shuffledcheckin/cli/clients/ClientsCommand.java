package org.shuffledcheckin.cli.clients;

import org.shuffledcheckin.cli.CommandGroup;
import picocli.CommandLine.Command;

/** Enrols, revokes and counts clients at a running shuffler. */
@Command(
    name = "clients",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Enrols, revokes and counts clients at a running shuffler, through its operator port.",
      "Needs certificate and token of the shuffler's operator; 'checkin keys --secret operator.token'"
          + " makes them.",
      ""
    },
    subcommands = {
      EnrolCommand.class,
      RevokeCommand.class,
      StatusCommand.class,
      AgentCommand.class
    })
public final class ClientsCommand extends CommandGroup {}
