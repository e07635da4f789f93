package org.shuffledcheckin.cli.keys;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where the files are. */
final class KeyFolder {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "keys",
      description = "Folder of the files (default: ${DEFAULT-VALUE}).")
  private Path folder;

  Path path() {
    return folder;
  }
}
