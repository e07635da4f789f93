package org.shuffledcheckin.cli.clients;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Enrols, revokes and counts clients at a running shuffler. */
@Command(
    name = "clients",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Enrols, revokes and counts clients at a running shuffler, through its operator port.",
      "Needs the operator's certificate and token; 'checkin keys --secret operator.token' makes them.",
      ""
    },
    subcommands = {
      EnrolCommand.class,
      RevokeCommand.class,
      StatusCommand.class,
      AgentCommand.class
    })
public final class ClientsCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
