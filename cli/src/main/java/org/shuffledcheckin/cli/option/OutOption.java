package org.shuffledcheckin.cli.option;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
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

  /** The directory, by default one for the command that is named by the time. */
  public Path orByTheTime(String command) {
    DateTimeFormatter format = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    return value()
        .orElseGet(
            () ->
                Path.of(
                    "runs",
                    command + "-" + LocalDateTime.now(ZoneId.systemDefault()).format(format)));
  }
}
