package org.shuffledcheckin.cli.experiment;

import java.io.IOException;
import java.io.PrintStream;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.data.DataProgress;
import org.shuffledcheckin.cli.option.DatasetOptions;
import org.shuffledcheckin.experiments.DataNotFound;
import org.shuffledcheckin.experiments.ExperimentData;
import org.shuffledcheckin.learning.data.DataSets;

/** Finds the records that the flags name, and tells the console where. */
final class Records {
  private Records() {}

  static ExperimentData find(DatasetOptions options, boolean quick, PrintStream console)
      throws IOException {
    try {
      return DataProgress.during(
          console,
          to ->
              ExperimentData.find(options.name().orElse("mnist"), options.directory(), quick, to));
    } catch (DataNotFound e) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE,
          e.getMessage()
              + ": name its folder with --data, or take --dataset "
              + DataSets.DRAWN_DIGITS);
    }
  }
}
