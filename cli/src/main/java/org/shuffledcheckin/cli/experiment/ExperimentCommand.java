package org.shuffledcheckin.cli.experiment;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.cli.option.CountConverter;
import org.shuffledcheckin.cli.option.DatasetOptions;
import org.shuffledcheckin.experiments.Experiment;
import org.shuffledcheckin.experiments.forms.DistributedTrainingExperiment;
import org.shuffledcheckin.experiments.forms.DistributedTrainingExperiment.Grid;
import org.shuffledcheckin.experiments.frontier.FrontierExperiment;
import org.shuffledcheckin.experiments.paper.DistributedExperiment;
import org.shuffledcheckin.experiments.paper.DpSgdExperiment;
import org.shuffledcheckin.experiments.paper.LowerBoundExperiment;
import org.shuffledcheckin.experiments.paper.MnistExperiment;
import org.shuffledcheckin.experiments.paper.PaperTraining;
import org.shuffledcheckin.experiments.paper.TableExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The group of experiments. */
@Command(
    name = "experiment",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "NAME",
    description = {
      "Makes the paper's table and figures with our own code, next to what is proven. Each writes"
          + " CSV, PNG, SVG and a page of HTML into a results folder.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin experiment list              what there is, and how long it takes",
      "  checkin experiment table             the paper's table, recomputed and checked",
      "  checkin experiment mnist --quick     a small version of the longest"
    },
    subcommands = {
      ListCommand.class,
      ExperimentCommand.Table.class,
      ExperimentCommand.LowerBound.class,
      ExperimentCommand.Distributed.class,
      ExperimentCommand.DpSgd.class,
      ExperimentCommand.Mnist.class,
      ExperimentCommand.Frontier.class,
      ExperimentCommand.DistributedTraining.class,
      AllCommand.class
    })
public final class ExperimentCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "the name of an experiment is missing");
  }

  /** {@code checkin experiment table}. */
  @Command(
      name = "table",
      mixinStandardHelpOptions = true,
      description = "The paper's table: printed, recomputed, proven, and what is refuted. Seconds.")
  static final class Table extends ExperimentRun {
    @Override
    Experiment experiment(ExperimentOptions given, PrintStream console) {
      return new TableExperiment(given.quick());
    }
  }

  /** {@code checkin experiment lower-bound}. */
  @Command(
      name = "lower-bound",
      mixinStandardHelpOptions = true,
      description =
          "Shuffle Gaussian from below and above over compositions (shuffgauss). Seconds.")
  static final class LowerBound extends ExperimentRun {
    @Option(
        names = "--noise-multiplier",
        paramLabel = "SIGMA",
        defaultValue = "" + LowerBoundExperiment.USUAL_NOISE,
        description = "Noise of a report in units of the clip (default: ${DEFAULT-VALUE}).")
    private double noiseMultiplier;

    @Override
    Experiment experiment(ExperimentOptions given, PrintStream console) {
      return new LowerBoundExperiment(
          given.quick(), Arguments.requirePositive("--noise-multiplier", noiseMultiplier));
    }
  }

  /** {@code checkin experiment distributed}. */
  @Command(
      name = "distributed",
      mixinStandardHelpOptions = true,
      description = "Distributed check-in against a fixed number of clients (ddp). Seconds.")
  static final class Distributed extends ExperimentRun {
    @Override
    Experiment experiment(ExperimentOptions given, PrintStream console) {
      return new DistributedExperiment(given.quick());
    }
  }

  /** {@code checkin experiment dp-sgd}. */
  @Command(
      name = "dp-sgd",
      mixinStandardHelpOptions = true,
      description = "Central DP-SGD against the shuffle model at equal noise (dpsgd). Minutes.")
  static final class DpSgd extends ExperimentRun {
    @Mixin private TrainingRunOptions run;

    @Override
    Experiment experiment(ExperimentOptions given, PrintStream console) throws IOException {
      return new DpSgdExperiment(run.training(given, DpSgdExperiment.USUAL_ROUNDS, console));
    }
  }

  /** {@code checkin experiment mnist}. */
  @Command(
      name = "mnist",
      mixinStandardHelpOptions = true,
      description = {
        "Test accuracy against epsilon by every analysis (exp, exp2): 100,000 rounds of the paper's"
            + " network for each check-in law. The better part of an hour on 2 cores.",
        "Ctrl-C stops it; the same command goes on from the last checkpoint."
      })
  static final class Mnist extends ExperimentRun {
    @Mixin private TrainingRunOptions run;

    @Option(
        names = "--check-in-law",
        paramLabel = "LAW",
        description = "Only bernoulli, the paper's, or only poisson (default: one run of each).")
    private Optional<CheckInLaw> law = Optional.empty();

    @Override
    Experiment experiment(ExperimentOptions given, PrintStream console) throws IOException {
      return new MnistExperiment(
          run.training(given, PaperTraining.FULL_ROUNDS, console),
          law.map(List::of).orElse(List.of(CheckInLaw.BERNOULLI, CheckInLaw.POISSON)));
    }
  }

  /** {@code checkin experiment frontier}. */
  @Command(
      name = "frontier",
      mixinStandardHelpOptions = true,
      description =
          "Accuracy against proven epsilon for many settings; the best for each. Minutes.")
  static final class Frontier extends ExperimentRun {
    @Mixin private DatasetOptions dataset;

    @Option(
        names = "--budget",
        paramLabel = "REPORTS",
        converter = CountConverter.class,
        description = "Gradients that every setting may compute (default: 540000, quick: 15000).")
    private Long budget;

    @Override
    Experiment experiment(ExperimentOptions given, PrintStream console) throws IOException {
      return new FrontierExperiment(
          Records.find(dataset, given.quick(), console),
          given.quick(),
          budget == null
              ? FrontierExperiment.budget(given.quick())
              : Arguments.requireAtLeast("--budget", budget, 1000),
          given.seed(),
          given.threads());
    }
  }

  /** {@code checkin experiment distributed-training}. */
  @Command(
      name = "distributed-training",
      mixinStandardHelpOptions = true,
      description = {
        "Accuracy at equal epsilon: distributed and shuffled check-in, central DP-SGD. Half an hour"
            + " on 2 cores.",
        "Ctrl-C stops it; the same command goes on from the last checkpoint."
      })
  static final class DistributedTraining extends ExperimentRun {
    @Mixin private DatasetOptions dataset;

    @Option(
        names = "--model",
        paramLabel = "MODEL",
        split = ",",
        description = "features, cnn or both (default: both).")
    private List<String> models = List.of();

    @Option(
        names = "--epsilon",
        paramLabel = "EPSILON",
        split = ",",
        description = "What runs may cost, at delta = 1/n (default: 0.5,1,2,4; quick: 1).")
    private List<Double> epsilons = List.of();

    @Option(
        names = "--seeds",
        paramLabel = "K",
        description = "Runs of each setting (default: 3 of features, 1 of cnn; quick: 1).")
    private Integer seeds;

    @Override
    Experiment experiment(ExperimentOptions given, PrintStream console) throws IOException {
      Grid usual = Grid.usual(given.quick());
      Grid grid =
          new Grid(
              models.isEmpty() ? usual.models() : models,
              epsilons.isEmpty() ? usual.epsilons() : epsilons,
              seeds == null ? usual.seeds() : OptionalInt.of(seeds));
      return new DistributedTrainingExperiment(
          Records.find(dataset, given.quick(), console),
          given.quick(),
          grid,
          given.seed(),
          given.threads());
    }
  }
}
