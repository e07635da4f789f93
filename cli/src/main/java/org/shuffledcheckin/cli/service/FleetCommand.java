package org.shuffledcheckin.cli.service;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.client.FleetService;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.config.FleetConfig;
import org.shuffledcheckin.client.host.HostListener;
import org.shuffledcheckin.kit.server.ShutdownSignal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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
    footer = {"", "Examples:", "  checkin fleet --config deploy/config/fleet-basic.yaml"})
public final class FleetCommand implements Callable<Integer> {
  @Mixin private ServiceOptions options;
  @Spec private CommandSpec spec;

  private static final String ENVIRONMENT = "CHECKIN_FLEET";

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (options.listed(FleetConfig.class, ENVIRONMENT, spec.commandLine().getOut())) {
      return ExitCode.OK;
    }
    FleetConfig config = options.read(FleetConfig.class, ENVIRONMENT);
    FleetService service =
        FleetService.start(
            config,
            ServiceData.resolve(config.records().dataset(), config.records().folder()).train(),
            ClientRandomness.secure(),
            HostListener.NONE);
    ShutdownSignal.closes("fleet", service);
    new CountDownLatch(1).await();
    return ExitCode.OK;
  }
}
