package org.shuffledcheckin.cli.service;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.shuffledcheckin.cli.data.DataProgress;
import org.shuffledcheckin.learning.data.DataOptions;
import org.shuffledcheckin.learning.data.DataSets;
import org.shuffledcheckin.learning.data.DataSplit;
import org.shuffledcheckin.learning.data.ProgressListener;

/** The records that a service works on. */
final class ServiceData {
  private ServiceData() {}

  static DataSplit resolve(String name, Optional<Path> folder) throws IOException {
    return withProgress(progress -> DataSets.resolve(name, DataOptions.ofUser(folder), progress));
  }

  /** Shows on standard error how reading goes. */
  static <T> T withProgress(Reading<T> reading) throws IOException {
    DataProgress progress = new DataProgress(System.err);
    try {
      return reading.read(progress);
    } finally {
      progress.close();
    }
  }

  /** Reads something. */
  interface Reading<T> {
    T read(ProgressListener listener) throws IOException;
  }
}
