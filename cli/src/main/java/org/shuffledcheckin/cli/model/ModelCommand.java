package org.shuffledcheckin.cli.model;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Takes models out of runs and uses them. */
@Command(
    name = "model",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Takes the newest model out of a run, measures it, and asks it.",
      "What is done with a model costs no further privacy: the ε of its run covers it.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin model export runs/demo-... --out digits.zip",
      "  checkin model evaluate runs/demo-... --dataset mnist",
      "  checkin model predict digits.zip --image seven.png"
    },
    subcommands = {ExportCommand.class, EvaluateCommand.class, PredictCommand.class})
public final class ModelCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
