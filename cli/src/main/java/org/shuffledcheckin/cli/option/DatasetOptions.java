package org.shuffledcheckin.cli.option;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which data set, and where its files are. */
public final class DatasetOptions {
  @Option(
      names = "--dataset",
      paramLabel = "NAME",
      description =
          "Name of the data set: mnist, fashion-mnist, cifar10, or digits, which are drawn and need"
              + " no files.")
  private String dataset;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Folder of the data set's files (default: the folder CHECKIN_DATA names, then the cache,"
              + " then a download).")
  private Path data;

  /** The name, if one was given. */
  public Optional<String> name() {
    return Optional.ofNullable(dataset);
  }

  /** The directory, if one was given. */
  public Optional<Path> directory() {
    return Optional.ofNullable(data);
  }
}
