package org.shuffledcheckin.cli.service;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.aggregator.AggregatorService;
import org.shuffledcheckin.aggregator.config.AggregatorConfig;
import org.shuffledcheckin.aggregator.round.RunEnd;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.option.DatasetOptions;
import org.shuffledcheckin.kit.server.ShutdownSignal;
import org.shuffledcheckin.learning.data.Dataset;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs an aggregator. */
@Command(
    name = "aggregator",
    mixinStandardHelpOptions = true,
    description = {
      "Trains a model from shuffled reports, within a privacy budget. Ends by itself when the plan is done or the budget is spent.",
      "Runs until it is asked to stop (Ctrl-C, SIGTERM) and loses nothing by that.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin aggregator --config deploy/config/aggregator-basic.yaml",
      "  checkin aggregator --config aggregator.yaml --set budget.epsilon=2 --dataset mnist"
    })
public final class AggregatorCommand implements Callable<Integer> {
  @Mixin private ServiceOptions options;
  @Spec private CommandSpec spec;

  @Mixin private DatasetOptions dataset;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (options.listed(
        AggregatorConfig.class, AggregatorConfig.ENVIRONMENT, spec.commandLine().getOut())) {
      return ExitCode.OK;
    }
    AggregatorConfig config = options.read(AggregatorConfig.class, AggregatorConfig.ENVIRONMENT);
    Optional<Dataset> testSet = testSet(config);
    AggregatorService service =
        ServiceStart.start(
            options.isWaiting(),
            config.operations(),
            () -> {
              AggregatorService.Builder builder =
                  AggregatorService.builder(config, SoundAccountant.create());
              testSet.ifPresent(builder::testSet);
              return builder.start();
            });
    ShutdownSignal.closes("aggregator", service);
    RunEnd end = service.await();
    spec.commandLine().getErr().println("checkin: " + end.detail());
    return end.state() == RunState.REFUSED ? ExitCode.FAILED : ExitCode.OK;
  }

  /** What the flags name, or else what the configuration names. */
  private Optional<Dataset> testSet(AggregatorConfig config) throws IOException {
    Optional<String> name = dataset.name().or(() -> config.evaluation().dataset());
    if (name.isEmpty()) {
      return Optional.empty();
    }
    Optional<Path> folder = dataset.directory().or(() -> config.evaluation().folder());
    return Optional.of(ServiceData.resolve(name.get(), folder).test());
  }
}
