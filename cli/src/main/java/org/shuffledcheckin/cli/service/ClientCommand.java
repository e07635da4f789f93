package org.shuffledcheckin.cli.service;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.data.DataProgress;
import org.shuffledcheckin.client.ClientService;
import org.shuffledcheckin.client.config.ClientConfig;
import org.shuffledcheckin.client.host.HostListener;
import org.shuffledcheckin.kit.server.ShutdownSignal;
import org.shuffledcheckin.learning.data.Dataset;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs one client. */
@Command(
    name = "client",
    mixinStandardHelpOptions = true,
    description = {
      "Runs one client, which decides on its own whether to take part.",
      "It listens at the shuffler, draws, and answers with sealed reports about its own records."
          + " Runs until it is asked to stop (Ctrl-C, SIGTERM) and loses nothing by that.",
      ""
    },
    footer = {"", "Examples:", "  checkin client --config deploy/config/client-basic.yaml"})
public final class ClientCommand implements Callable<Integer> {
  @Mixin private ServiceOptions options;
  @Spec private CommandSpec spec;

  private static final String ENVIRONMENT = "CHECKIN_CLIENT";

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (options.listed(ClientConfig.class, ENVIRONMENT, spec.commandLine().getOut())) {
      return ExitCode.OK;
    }
    ServiceStart.announce(spec.name());
    ClientConfig config = options.read(ClientConfig.class, ENVIRONMENT);
    Dataset records = DataProgress.during(config.records()::load);
    ClientService service =
        ServiceStart.start(
            options.isWaiting(),
            config.operations(),
            () -> ClientService.start(config, records, HostListener.NONE));
    ShutdownSignal.closes("client", service);
    new CountDownLatch(1).await();
    return ExitCode.OK;
  }
}
