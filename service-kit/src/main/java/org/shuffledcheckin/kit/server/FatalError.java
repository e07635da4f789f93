package org.shuffledcheckin.kit.server;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process where a thread that it cannot do without has failed in a way that nobody can
 * handle, such as for want of memory: whoever started the process then sees that it ended, and
 * starts it again. Nothing is closed on the way, since what is broken is not known; everything that
 * was acknowledged is on disk already.
 */
public final class FatalError {
  /** The exit code: a fault of the program. */
  public static final int EXIT_CODE = 70;

  private static final Logger LOG = LoggerFactory.getLogger(FatalError.class);

  private FatalError() {}

  /** Says which error it was and ends the process; does not return. */
  public static void endProcess(Error error) {
    try {
      LOG.atError()
          .addKeyValue("thread", Thread.currentThread().getName())
          .addKeyValue("error", error.getClass().getName())
          .addKeyValue("exit_code", EXIT_CODE)
          .log("the process ends: a thread that it cannot do without has failed");
    } finally {
      // Even if nothing can be logged any more.
      Runtime.getRuntime().halt(EXIT_CODE);
    }
  }
}
