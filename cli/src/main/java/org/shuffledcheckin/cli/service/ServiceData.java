package org.shuffledcheckin.cli.service;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.shuffledcheckin.cli.data.DataProgress;
import org.shuffledcheckin.learning.data.DataOptions;
import org.shuffledcheckin.learning.data.DataSets;
import org.shuffledcheckin.learning.data.DataSplit;

/** The records that a service works on. */
final class ServiceData {
  private ServiceData() {}

  static DataSplit resolve(String name, Optional<Path> folder) throws IOException {
    DataProgress progress = new DataProgress(System.err);
    try {
      return DataSets.resolve(name, DataOptions.ofUser(folder), progress);
    } finally {
      progress.close();
    }
  }
}
