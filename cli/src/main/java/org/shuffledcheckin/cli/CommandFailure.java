package org.shuffledcheckin.cli;

/** Ends a command with one sentence for the user and an exit code. */
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  /** Says what is wrong and what to do, in one sentence. */
  public CommandFailure(int exitCode, String sentence) {
    super(sentence);
    this.exitCode = exitCode;
  }

  /** One of {@link ExitCode}. */
  public int exitCode() {
    return exitCode;
  }
}
