package org.shuffledcheckin.cli.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.aggregator.RunArchive;
import org.shuffledcheckin.aggregator.config.AggregatorConfig;
import org.shuffledcheckin.cli.run.RunFolder;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.learning.model.Dl4jModels;
import org.shuffledcheckin.learning.model.Dl4jModels.Saved;
import picocli.CommandLine.Parameters;

/** Where a model comes from. */
final class ModelSource {
  private static final Shape DIGIT = new Shape(1, 28, 28);

  @Parameters(
      paramLabel = "MODEL",
      description = {
        "Folder of a run (also while it runs), an aggregator's configuration file (.yaml), or the"
            + " zip of a Deeplearning4j network."
      })
  private Path path;

  /**
   * A model and the number of rounds behind it, where that is known.
   *
   * @param saved the model
   * @param rounds committed into it
   */
  record Taken(Saved saved, Optional<Long> rounds) {}

  /** Reads it. */
  Taken take() throws IOException {
    String name = path.toString().toLowerCase(Locale.ROOT);
    if (Files.isRegularFile(path) && (name.endsWith(".yaml") || name.endsWith(".yml"))) {
      return newest(RunArchive.ofConfig(AggregatorConfig.load(Optional.of(path), Map.of())));
    }
    if (Files.isRegularFile(path)) {
      return new Taken(Dl4jModels.load(path, DIGIT), Optional.empty());
    }
    return newest(RunArchive.ofFolder(RunFolder.aggregator(path)));
  }

  private static Taken newest(RunArchive archive) {
    try (archive) {
      var model = archive.history().newestModel();
      return new Taken(
          new Saved(archive.model(), model.parameters()), Optional.of(model.version()));
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
