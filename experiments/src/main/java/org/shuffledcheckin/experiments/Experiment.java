package org.shuffledcheckin.experiments;

import java.io.IOException;
import java.util.Map;

/** Something that can be done again: from a configuration to files in a results folder. */
public interface Experiment {
  /** A word for it; also the name of its folder and files. */
  String name();

  /** Everything that decides the result; a folder holds the results of one configuration. */
  Map<String, Object> configuration();

  /**
   * Does it and writes CSV, PNG, SVG and a page.
   *
   * @return the main numbers, as JSON can hold them
   */
  Map<String, Object> run(ResultsFolder folder, ExperimentListener listener)
      throws IOException, InterruptedException;
}
