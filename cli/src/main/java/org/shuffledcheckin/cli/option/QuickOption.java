package org.shuffledcheckin.cli.option;

import picocli.CommandLine.Option;

/** A smaller version of something long. */
public final class QuickOption {
  @Option(names = "--quick", description = "Do less of the same, in seconds instead of minutes.")
  private boolean quick;

  /** Whether the small version is wanted. */
  public boolean isGiven() {
    return quick;
  }
}
