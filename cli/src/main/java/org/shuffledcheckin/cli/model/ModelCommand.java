package org.shuffledcheckin.cli.model;

import org.shuffledcheckin.cli.CommandGroup;
import picocli.CommandLine.Command;

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
public final class ModelCommand extends CommandGroup {}
