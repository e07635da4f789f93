package org.shuffledcheckin.cli.service;

import static org.shuffledcheckin.accountant.Arguments.requireAtLeast;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.data.DataProgress;
import org.shuffledcheckin.client.ClientService;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.config.FleetConfig;
import org.shuffledcheckin.client.enrolment.FleetSlot;
import org.shuffledcheckin.client.host.HostListener;
import org.shuffledcheckin.kit.server.ShutdownSignal;
import org.shuffledcheckin.learning.data.Dataset;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs many simulated clients in one process. */
@Command(
    name = "fleet",
    mixinStandardHelpOptions = true,
    description = {
      "Hosts many simulated clients in one process.",
      "Each has its own record, draws, ledger and credential.",
      "Runs until it is asked to stop (Ctrl-C, SIGTERM) and loses nothing by that.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin fleet --config deploy/config/fleet-basic.yaml",
      "  checkin fleet --config fleet.yaml --slot fleets/fleet-1      one of several fleets"
    })
public final class FleetCommand implements Callable<Integer> {
  @Option(
      names = "--slot",
      paramLabel = "DIR",
      description =
          "Take this slot, a folder fleet-N with tokens, state and records of its own; 'checkin"
              + " clients agent' enrols for it.")
  private Optional<Path> slot = Optional.empty();

  @Option(
      names = "--slots",
      paramLabel = "DIR",
      description = "Take the first free slot under this folder instead.")
  private Optional<Path> slots = Optional.empty();

  @Option(
      names = "--first-slot",
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of the first slot under --slots (default: ${DEFAULT-VALUE}).")
  private int firstSlot;

  @Mixin private ServiceOptions options;
  @Spec private CommandSpec spec;

  private static final String ENVIRONMENT = "CHECKIN_FLEET";

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (options.listed(FleetConfig.class, ENVIRONMENT, spec.commandLine().getOut())) {
      return ExitCode.OK;
    }
    ServiceStart.announce(spec.name());
    Optional<FleetSlot> taken = takeSlot();
    FleetConfig config = read(taken.map(FleetSlot::values).orElse(Map.of()));
    Dataset records = DataProgress.during(config.records()::load);
    ClientService service =
        ServiceStart.start(
            options.isWaiting(), config.operations(), () -> start(config, taken, records));
    ShutdownSignal.closes("fleet", service);
    new CountDownLatch(1).await();
    return ExitCode.OK;
  }

  private Optional<FleetSlot> takeSlot() throws IOException {
    requireAtLeast("--first-slot", firstSlot, 1);
    if (slot.isPresent() && slots.isPresent()) {
      throw new IllegalArgumentException("give --slot or --slots, not both");
    }
    if (slot.isPresent()) {
      return Optional.of(FleetSlot.take(slot.get()));
    }
    return slots.isPresent()
        ? Optional.of(FleetSlot.takeAny(slots.get(), firstSlot))
        : Optional.empty();
  }

  private ClientService start(FleetConfig config, Optional<FleetSlot> taken, Dataset records)
      throws IOException {
    FleetConfig own = taken.isPresent() ? read(taken.get().enrolledValues()) : config;
    return ClientService.startFleet(own, records, ClientRandomness.secure(), HostListener.NONE);
  }

  private FleetConfig read(Map<String, String> further) {
    return options.read(FleetConfig.class, ENVIRONMENT, further);
  }
}
