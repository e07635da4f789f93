package org.shuffledcheckin.cli.experiment;

import java.io.IOException;
import java.util.Map;

/** Something that can be done again: from a configuration to files in a results folder. */
interface Experiment {
  /** The word after {@code checkin experiment}. */
  String name();

  /** Everything that decides the result; a folder holds the results of one configuration. */
  Map<String, Object> configuration();

  /**
   * Does it and writes CSV, PNG, SVG and a page.
   *
   * @return the main numbers, for {@code --json}
   */
  Map<String, Object> run(ResultsFolder folder, Progress progress)
      throws IOException, InterruptedException;
}
