package org.shuffledcheckin.cli.control;

import org.shuffledcheckin.cli.CommandGroup;
import picocli.CommandLine.Command;

/** Pauses, resumes and ends the run of a running aggregator. */
@Command(
    name = "control",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Pauses, resumes and ends the run of a running aggregator, through its operator port.",
      "Every order takes effect between two rounds: a round that was begun is paid for, so it is"
          + " finished first. Orders outlive a restart of the aggregator.",
      "Needs certificate and token of the aggregator's operator; 'checkin keys --secret"
          + " aggregator.token' makes them.",
      ""
    },
    footer = {
      "",
      "Exit codes: 0 the run is or will be as ordered, 1 it has ended or the",
      "aggregator refuses, 2 bad input, 3 no aggregator answers.",
      "",
      "Examples:",
      "  checkin control pause                  at localhost, with the files in ./keys",
      "  checkin control resume --aggregator aggregator.example:7446 --keys keys",
      "  checkin control end --yes              for scripts: nobody is asked",
      "  checkin status                         where the run stands, in full"
    },
    subcommands = {PauseCommand.class, ResumeCommand.class, EndCommand.class})
public final class ControlCommand extends CommandGroup {}
