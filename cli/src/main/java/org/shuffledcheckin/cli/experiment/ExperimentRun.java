package org.shuffledcheckin.cli.experiment;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.Terminal;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What all commands that run one experiment share. */
abstract class ExperimentRun implements Callable<Integer> {
  @Mixin private ExperimentOptions options;
  @Spec private CommandSpec spec;

  /** The experiment that the flags describe; people hear on the stream what it takes. */
  abstract Experiment experiment(ExperimentOptions given, PrintStream people) throws IOException;

  @Override
  public Integer call() throws IOException, InterruptedException {
    // With --json, standard output holds the object and nothing else.
    PrintStream people = options.json().isGiven() ? System.err : System.out;
    Experiment experiment = experiment(options, people);
    Map<String, Object> summary =
        run(experiment, options.folder(experiment.name()), people, options.json().isGiven());
    if (options.json().isGiven()) {
      options.json().print(spec.commandLine().getOut(), summary);
    }
    return ExitCode.OK;
  }

  /** Runs an experiment into a folder. */
  static Map<String, Object> run(
      Experiment experiment, Path path, PrintStream people, boolean forPrograms)
      throws IOException, InterruptedException {
    ResultsFolder folder = ResultsFolder.open(path, experiment.configuration());
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("experiment", experiment.name());
    summary.put("folder", path.toString());
    try (Progress progress = new Progress(people, Terminal.isThere() && !forPrograms)) {
      summary.putAll(experiment.run(folder, progress));
    }
    people.println("Results: " + path.resolve("index.html"));
    return summary;
  }
}
