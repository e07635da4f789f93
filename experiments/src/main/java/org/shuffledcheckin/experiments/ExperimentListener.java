package org.shuffledcheckin.experiments;

/** Hears how far an experiment is. */
public interface ExperimentListener {
  /** One sentence on what comes or what came of it. */
  void note(String line);

  /** A part of so many steps begins. */
  void begin(String task, long steps);

  /** So many steps of it are done; the numbers say what the last one gave. */
  void done(long steps, String numbers);
}
