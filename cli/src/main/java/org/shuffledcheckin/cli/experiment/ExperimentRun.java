package org.shuffledcheckin.cli.experiment;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.Terminal;
import org.shuffledcheckin.experiments.Experiment;
import org.shuffledcheckin.experiments.FolderTaken;
import org.shuffledcheckin.experiments.ResultsFolder;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What all commands that run one experiment share. */
abstract class ExperimentRun implements Callable<Integer> {
  @Mixin private ExperimentOptions options;
  @Spec private CommandSpec spec;

  /** The experiment that the flags describe; the console hears where its records come from. */
  abstract Experiment experiment(ExperimentOptions given, PrintStream console) throws IOException;

  @Override
  public Integer call() throws IOException, InterruptedException {
    // With --json, standard output holds the object and nothing else.
    PrintStream console = options.json().isGiven() ? System.err : System.out;
    Experiment experiment = experiment(options, console);
    Map<String, Object> summary =
        run(experiment, options.folder(experiment.name()), console, options.json().isGiven());
    if (options.json().isGiven()) {
      options.json().print(spec.commandLine().getOut(), summary);
    }
    return ExitCode.OK;
  }

  /** Runs an experiment into a folder. */
  static Map<String, Object> run(
      Experiment experiment, Path path, PrintStream console, boolean forPrograms)
      throws IOException, InterruptedException {
    ResultsFolder folder = open(path, experiment);
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("experiment", experiment.name());
    summary.put("folder", path.toString());
    try (ConsoleProgress progress =
        new ConsoleProgress(console, Terminal.isThere() && !forPrograms)) {
      summary.putAll(experiment.run(folder, progress));
    }
    console.println("Results: " + path.resolve("index.html"));
    return summary;
  }

  private static ResultsFolder open(Path path, Experiment experiment) {
    try {
      return ResultsFolder.open(path, experiment.configuration());
    } catch (FolderTaken e) {
      throw new CommandFailure(
          ExitCode.USAGE,
          e.getMessage()
              + ": name another --out"
              + (e.isOfResults() ? ", or remove the folder" : ""));
    }
  }
}
