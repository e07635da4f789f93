package org.shuffledcheckin.cli.clients;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.option.CountConverter;
import org.shuffledcheckin.client.enrolment.EnrolmentAgent;
import org.shuffledcheckin.client.enrolment.rpc.ShufflerClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Enrols fleets as they appear. */
@Command(
    name = "agent",
    mixinStandardHelpOptions = true,
    description = {
      "Enrols clients for every fleet that takes a slot under a folder ('checkin fleet --slots"
          + " DIR'): writes their tokens into the slot, once. Runs until it is stopped.",
      "For fleets of simulated clients, whose number is only known when they start.",
      ""
    },
    footer = {"", "Example:", "  checkin clients agent fleets --count 3000"})
final class AgentCommand implements Callable<Integer>, EnrolmentAgent.Listener {
  @Parameters(paramLabel = "DIR", description = "Folder of the fleets' slots.")
  private Path slots;

  @Option(
      names = "--count",
      paramLabel = "N",
      required = true,
      converter = CountConverter.class,
      description = "Clients of each fleet.")
  private Long count;

  @Mixin private ShufflerOptions shuffler;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    EnrolCommand.requireCount(count);
    try (ShufflerClient client = shuffler.client()) {
      new EnrolmentAgent(slots, count, client, this).run();
      return ExitCode.OK;
    }
  }

  @Override
  public void enrolled(Path slot, long leftBehind) {
    err()
        .println(
            "checkin: enrolled "
                + count
                + " clients for "
                + slot.getFileName()
                + EnrolCommand.after(leftBehind));
  }

  @Override
  public void postponed(String why) {
    err().println("checkin: " + why);
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
