package org.shuffledcheckin.cli.clients;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.option.CountConverter;
import org.shuffledcheckin.client.enrolment.EnrolmentAgent;
import org.shuffledcheckin.client.enrolment.SlotRules;
import org.shuffledcheckin.client.enrolment.rpc.ShufflerClient;
import org.shuffledcheckin.kit.operations.OperationsConfig;
import org.shuffledcheckin.kit.operations.OperationsServer;
import org.shuffledcheckin.kit.operations.Readiness;
import org.shuffledcheckin.kit.operations.ServiceMetrics;
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
      "Enrols clients for fleets that take a slot ('checkin fleet --slot DIR'): for those that are"
          + " named here, and for so many of those that share a folder. Writes their tokens into the"
          + " slot, once. Runs until it is stopped.",
      "Every other folder is refused, in the log and as checkin_enrolment_slots_refused.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin clients agent fleets/fleet-1 fleets/fleet-2 --count 3000 --state agent",
      "  checkin clients agent --shared fleets --most 4 --count 3000 --state agent"
    })
final class AgentCommand implements Callable<Integer>, EnrolmentAgent.Listener {
  @Parameters(paramLabel = "SLOT", arity = "0..*", description = "Folders of the fleets' slots.")
  private List<Path> slots = List.of();

  @Option(
      names = "--shared",
      paramLabel = "DIR",
      description = "Folder under which further fleets make their slots, fleet-1 and so on.")
  private Optional<Path> shared = Optional.empty();

  @Option(
      names = "--most",
      paramLabel = "N",
      defaultValue = "0",
      description = "How many of those get clients (default: ${DEFAULT-VALUE}).")
  private int most;

  @Option(
      names = "--count",
      paramLabel = "N",
      required = true,
      converter = CountConverter.class,
      description = "Clients of each fleet.")
  private Long count;

  @Option(
      names = "--state",
      paramLabel = "DIR",
      required = true,
      description = "The agent's own folder, which no fleet must reach: who got which tokens.")
  private Path state;

  @Option(
      names = "--operations-port",
      paramLabel = "PORT",
      description = "Serve metrics on this port of every address.")
  private Optional<Integer> operationsPort = Optional.empty();

  @Mixin private ShufflerOptions shuffler;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    EnrolCommand.requireCount(count);
    SlotRules rules = new SlotRules(slots, shared, most);
    try (ShufflerClient client = shuffler.client();
        ServiceMetrics metrics = new ServiceMetrics()) {
      EnrolmentAgent agent = new EnrolmentAgent(rules, state, count, client, this);
      bind(agent, metrics.registry());
      if (operationsPort.isEmpty()) {
        agent.run();
        return ExitCode.OK;
      }
      OperationsConfig port = new OperationsConfig(true, "0.0.0.0", operationsPort.get());
      OperationsServer server = OperationsServer.start(port, metrics, new Readiness());
      try {
        agent.run();
        return ExitCode.OK;
      } finally {
        server.close();
      }
    }
  }

  private static void bind(EnrolmentAgent agent, MeterRegistry registry) {
    Gauge.builder("checkin.enrolment.slots.enrolled", agent, EnrolmentAgent::enrolled)
        .description("Slots that have clients")
        .register(registry);
    Gauge.builder("checkin.enrolment.slots.refused", agent, EnrolmentAgent::refused)
        .description("Folders that ask for clients and get none")
        .register(registry);
  }

  @Override
  public void enrolled(Path slot, long leftBehind) {
    say(
        "enrolled "
            + count
            + " clients for "
            + slot.getFileName()
            + EnrolCommand.after(leftBehind));
  }

  @Override
  public void handedOutAgain(Path slot) {
    say(slot.getFileName() + " had lost its tokens and has the same again");
  }

  @Override
  public void refused(Path slot, String why) {
    say("no clients for " + slot + ": " + why);
  }

  @Override
  public void postponed(String why) {
    say(why);
  }

  private void say(String sentence) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("checkin: " + sentence);
    err.flush();
  }
}
