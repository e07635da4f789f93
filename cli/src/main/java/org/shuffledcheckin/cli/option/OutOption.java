package org.shuffledcheckin.cli.option;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where results are written. */
public final class OutOption {
  @Option(names = "--out", paramLabel = "DIR", description = "Folder for results.")
  private Path out;

  /** The directory, if one was given. */
  public Optional<Path> value() {
    return Optional.ofNullable(out);
  }
}
