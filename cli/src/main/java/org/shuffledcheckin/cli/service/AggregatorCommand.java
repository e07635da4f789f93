package org.shuffledcheckin.cli.service;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.aggregator.AggregatorService;
import org.shuffledcheckin.aggregator.config.AggregatorConfig;
import org.shuffledcheckin.aggregator.round.RunEnd;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.data.DataProgress;
import org.shuffledcheckin.cli.option.DatasetOptions;
import org.shuffledcheckin.kit.server.ShutdownSignal;
import org.shuffledcheckin.learning.data.DataOptions;
import org.shuffledcheckin.learning.data.DataSets;
import org.shuffledcheckin.learning.data.Dataset;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs an aggregator. */
@Command(
    name = "aggregator",
    mixinStandardHelpOptions = true,
    description = {
      "Trains a model from shuffled reports, within a privacy budget.",
      "Ends by itself when the plan is done or the budget is spent, and when it is asked to (Ctrl-C,"
          + " SIGTERM); it loses nothing by that. Its operations port serves the dashboard.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin aggregator --config deploy/config/aggregator-basic.yaml",
      "  checkin aggregator --config aggregator.yaml --set budget.epsilon=2"
    })
public final class AggregatorCommand implements Callable<Integer> {
  @Option(
      names = "--stay",
      description =
          "When the run has ended, go on serving dashboard and metrics until asked to stop.")
  private boolean stay;

  @Mixin private ServiceOptions options;
  @Spec private CommandSpec spec;

  @Mixin private DatasetOptions dataset;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (options.listed(
        AggregatorConfig.class, AggregatorConfig.ENVIRONMENT, spec.commandLine().getOut())) {
      return ExitCode.OK;
    }
    ServiceStart.announce(spec.name());
    AggregatorConfig config = options.read(AggregatorConfig.class, AggregatorConfig.ENVIRONMENT);
    Optional<Dataset> testSet = testSet(config);
    AggregatorService service =
        ServiceStart.start(
            options.isWaiting(),
            config.operations(),
            () -> {
              return AggregatorService.start(config, SoundAccountant.create(), testSet);
            });
    ShutdownSignal.closes("aggregator", service);
    RunEnd end = service.await();
    spec.commandLine().getErr().println("checkin: " + end.detail());
    if (stay) {
      new CountDownLatch(1).await();
    }
    return end.state() == RunState.REFUSED ? ExitCode.FAILED : ExitCode.OK;
  }

  /** What the flags name, or else what the configuration names. */
  private Optional<Dataset> testSet(AggregatorConfig config) throws IOException {
    if (dataset.name().isEmpty()) {
      return DataProgress.during(config.evaluation()::load);
    }
    DataOptions where = DataOptions.ofUser(dataset.directory());
    return Optional.of(DataProgress.during(to -> DataSets.test(dataset.name().get(), where, to)));
  }
}
