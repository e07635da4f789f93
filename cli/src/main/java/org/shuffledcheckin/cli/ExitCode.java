package org.shuffledcheckin.cli;

/** Exit codes that every command shares; {@code docs/exit-codes.md} lists them for users. */
public final class ExitCode {
  /** The command did what was asked. */
  public static final int OK = 0;

  /** The command ran and its answer is no: a mismatch, a broken chain, a failed check. */
  public static final int FAILED = 1;

  /** The command line or a value in it is wrong; nothing was done or written. */
  public static final int USAGE = 2;

  /** Something outside failed: a file, a port, a peer. */
  public static final int UNAVAILABLE = 3;

  /** Ctrl-C ended it. */
  public static final int INTERRUPTED = 130;

  /** A fault of the program itself. */
  public static final int BUG = 70;

  private ExitCode() {}
}
