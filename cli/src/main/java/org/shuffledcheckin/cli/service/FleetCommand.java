package org.shuffledcheckin.cli.service;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.client.ClientService;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.config.FleetConfig;
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
      "  checkin fleet --config fleet.yaml --places fleets     one of several fleets"
    })
public final class FleetCommand implements Callable<Integer> {
  @Option(
      names = "--places",
      paramLabel = "DIR",
      description =
          "Take the first free place under this folder, with tokens, state and records of its own;"
              + " 'checkin clients desk' enrols for it.")
  private Optional<Path> places = Optional.empty();

  @Mixin private ServiceOptions options;
  @Spec private CommandSpec spec;

  private static final String ENVIRONMENT = "CHECKIN_FLEET";

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (options.listed(FleetConfig.class, ENVIRONMENT, spec.commandLine().getOut())) {
      return ExitCode.OK;
    }
    Optional<FleetPlace> place =
        places.isPresent() ? Optional.of(FleetPlace.take(places.get())) : Optional.empty();
    FleetConfig config = read(place.map(FleetPlace::values).orElse(Map.of()));
    Dataset records = ServiceData.withProgress(config.records()::load);
    ClientService service =
        ServiceStart.start(
            options.isWaiting(), config.operations(), () -> start(config, place, records));
    ShutdownSignal.closes("fleet", service);
    new CountDownLatch(1).await();
    return ExitCode.OK;
  }

  private ClientService start(FleetConfig config, Optional<FleetPlace> place, Dataset records)
      throws IOException {
    FleetConfig placed = place.isPresent() ? read(place.get().enrolledValues()) : config;
    return ClientService.startFleet(placed, records, ClientRandomness.secure(), HostListener.NONE);
  }

  private FleetConfig read(Map<String, String> further) {
    return options.read(FleetConfig.class, ENVIRONMENT, further);
  }
}
