package org.shuffledcheckin.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The one command line of the product: {@code checkin COMMAND [OPTION]...}. */
@Command(
    name = "checkin",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Federated learning by shuffled check-ins, with a privacy cost that is proven.")
public final class Checkin {
  private Checkin() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Checkin());
  }
}
