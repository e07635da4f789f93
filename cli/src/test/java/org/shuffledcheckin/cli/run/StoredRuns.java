package org.shuffledcheckin.cli.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Map;
import org.shuffledcheckin.aggregator.store.Database;
import org.shuffledcheckin.aggregator.store.JdbcRunStore;
import org.shuffledcheckin.aggregator.store.StoredModel;
import org.shuffledcheckin.aggregator.store.StoredRun;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;

/** Folders of runs that have begun, for commands that read them. */
public final class StoredRuns {
  /** A linear model of digits. */
  public static final ModelSpec MODEL = Models.named("softmax", new Shape(1, 28, 28), 10);

  private StoredRuns() {}

  /** A run of a model that says {@code favourite} of everything. */
  public static Path begun(Path folder, int favourite) throws Exception {
    float[] parameters = new float[MODEL.parameterCount()];
    parameters[parameters.length - MODEL.classes() + favourite] = 2;
    Map<String, String> settings =
        Map.ofEntries(
            Map.entry("format", "2"),
            Map.entry("model", MODEL.toJson()),
            Map.entry("rounds.count", "3"),
            Map.entry("budget.epsilon", Double.toHexString(1.5)),
            Map.entry("budget.delta", Double.toHexString(1e-5)),
            Map.entry("check-in.clients", "1000"),
            Map.entry("check-in.rate", Double.toHexString(0.05)),
            Map.entry("randomizer.kind", "gaussian"),
            Map.entry("randomizer.dimension", Integer.toString(MODEL.parameterCount())),
            Map.entry("randomizer.clip", Double.toHexString(0.5)),
            Map.entry("randomizer.noise-multiplier", Double.toHexString(1)));
    Files.createDirectories(folder.resolve("state/aggregator"));
    try (JdbcRunStore store =
        new JdbcRunStore(Database.sqlite(folder.resolve("state/aggregator/aggregator.db")), 1)) {
      store.create(
          new StoredRun(
              RoundId.Run.random(new SecureRandom()),
              new ObjectMapper().writeValueAsString(settings),
              Instant.EPOCH),
          new StoredModel(0, parameters, new float[0]));
    }
    return folder;
  }
}
