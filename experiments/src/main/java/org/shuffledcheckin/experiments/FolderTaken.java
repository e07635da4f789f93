package org.shuffledcheckin.experiments;

/** A folder that holds something else than the results it is wanted for; nothing was changed. */
public final class FolderTaken extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean ofResults;

  FolderTaken(String message, boolean ofResults) {
    super(message);
    this.ofResults = ofResults;
  }

  /** Whether it holds an experiment's results, which can be made again, or something unknown. */
  public boolean isOfResults() {
    return ofResults;
  }
}
