package org.shuffledcheckin.cli.service;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.kit.server.ShutdownSignal;
import org.shuffledcheckin.shuffler.ShufflerService;
import org.shuffledcheckin.shuffler.config.ShufflerConfig;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs a shuffler. */
@Command(
    name = "shuffler",
    mixinStandardHelpOptions = true,
    description = {
      "Takes sealed reports, forgets who sent them, hands on mixed batches.",
      "Runs until it is asked to stop (Ctrl-C, SIGTERM) and loses nothing by that.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin shuffler --config deploy/config/shuffler-basic.yaml",
      "  checkin shuffler --keys"
    })
public final class ShufflerCommand implements Callable<Integer> {
  @Mixin private ServiceOptions options;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    if (options.listed(
        ShufflerConfig.class, ShufflerConfig.ENVIRONMENT, spec.commandLine().getOut())) {
      return ExitCode.OK;
    }
    ServiceStart.announce(spec.name());
    ShufflerConfig config = options.read(ShufflerConfig.class, ShufflerConfig.ENVIRONMENT);
    ShufflerService service =
        ServiceStart.start(
            options.isWaiting(), config.operations(), () -> ShufflerService.start(config));
    ShutdownSignal.closes("shuffler", service);
    new CountDownLatch(1).await();
    return ExitCode.OK;
  }
}
