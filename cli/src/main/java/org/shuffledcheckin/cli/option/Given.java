package org.shuffledcheckin.cli.option;

import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;

/** Tells a user which flag is missing. */
final class Given {
  private Given() {}

  static <T> T require(String flag, T value) {
    if (value == null) {
      throw new CommandFailure(ExitCode.USAGE, flag + " must be given but is missing");
    }
    return value;
  }
}
