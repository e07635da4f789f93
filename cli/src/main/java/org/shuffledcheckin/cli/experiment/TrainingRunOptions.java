package org.shuffledcheckin.cli.experiment;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Optional;
import org.shuffledcheckin.cli.option.DatasetOptions;
import org.shuffledcheckin.cli.option.RoundsOption;
import org.shuffledcheckin.experiments.paper.PaperTraining;
import picocli.CommandLine.Mixin;

/** The flags of experiments that train the paper's network. */
final class TrainingRunOptions {
  @Mixin private DatasetOptions dataset;
  @Mixin private RoundsOption rounds;

  PaperTraining training(ExperimentOptions options, long otherwise, PrintStream console)
      throws IOException {
    Optional<Long> given = rounds.isGiven() ? Optional.of(rounds.atLeastOne()) : Optional.empty();
    return new PaperTraining(
        Records.find(dataset, options.quick(), console),
        PaperTraining.rounds(given, options.quick(), otherwise),
        options.seed(),
        options.threads());
  }
}
