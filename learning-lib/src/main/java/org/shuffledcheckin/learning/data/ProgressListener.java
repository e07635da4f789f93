package org.shuffledcheckin.learning.data;

/** Hears what happens while a data set is being found. */
public interface ProgressListener {
  /** A listener that does nothing. */
  ProgressListener NONE =
      new ProgressListener() {
        @Override
        public void note(String line) {}

        @Override
        public void transferred(String file, long bytes, long total) {}
      };

  /** One sentence on what was tried and what came of it. */
  void note(String line);

  /**
   * Some of a file has arrived.
   *
   * @param bytes how much so far
   * @param total how much there will be, or -1 if nobody knows
   */
  void transferred(String file, long bytes, long total);
}
