package org.shuffledcheckin.cli.experiment;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.option.DatasetOptions;
import org.shuffledcheckin.experiments.Experiment;
import org.shuffledcheckin.experiments.ExperimentData;
import org.shuffledcheckin.experiments.forms.DistributedTrainingExperiment;
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
import picocli.CommandLine.Spec;

/** {@code checkin experiment all}: one after the other, each into its own folder. */
@Command(
    name = "all",
    mixinStandardHelpOptions = true,
    description =
        "Runs all of them, the short ones first; --out names the parent of their folders.")
final class AllCommand implements Callable<Integer> {
  @Mixin private ExperimentOptions options;
  @Mixin private DatasetOptions dataset;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    boolean forPrograms = options.json().isGiven();
    PrintStream console = forPrograms ? System.err : System.out;
    List<Map<String, Object>> summaries = new ArrayList<>();
    for (Experiment experiment : experiments(console)) {
      console.println();
      console.println("checkin experiment " + experiment.name());
      summaries.add(
          ExperimentRun.run(
              experiment, options.folderAmong(experiment.name()), console, forPrograms));
    }
    if (forPrograms) {
      options.json().print(spec.commandLine().getOut(), summaries);
    }
    return ExitCode.OK;
  }

  /** Everything is found before anything is begun, so that a missing file is heard of at once. */
  private List<Experiment> experiments(PrintStream console) throws IOException {
    boolean quick = options.quick();
    ExperimentData data = Records.find(dataset, quick, console);
    return List.of(
        new TableExperiment(quick),
        new LowerBoundExperiment(quick, LowerBoundExperiment.USUAL_NOISE),
        new DistributedExperiment(quick),
        new FrontierExperiment(
            data, quick, FrontierExperiment.budget(quick), options.seed(), options.threads()),
        new DistributedTrainingExperiment(
            data,
            quick,
            DistributedTrainingExperiment.Grid.usual(quick),
            options.seed(),
            options.threads()),
        new DpSgdExperiment(training(data, DpSgdExperiment.USUAL_ROUNDS)),
        new MnistExperiment(
            training(data, PaperTraining.FULL_ROUNDS),
            List.of(CheckInLaw.BERNOULLI, CheckInLaw.POISSON)));
  }

  private PaperTraining training(ExperimentData data, long rounds) {
    return new PaperTraining(
        data,
        PaperTraining.rounds(Optional.empty(), options.quick(), rounds),
        options.seed(),
        options.threads());
  }
}
