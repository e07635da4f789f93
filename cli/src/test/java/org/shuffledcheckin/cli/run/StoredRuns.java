package org.shuffledcheckin.cli.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.shuffledcheckin.aggregator.store.Database;
import org.shuffledcheckin.aggregator.store.JdbcRunStore;
import org.shuffledcheckin.aggregator.store.StoredModel;
import org.shuffledcheckin.aggregator.store.StoredRun;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;
import org.shuffledcheckin.report.randomizer.GaussianSpec;

/** Folders of runs that have begun, for commands that read them. */
public final class StoredRuns {
  /** A linear model of digits. */
  public static final ModelSpec MODEL = Models.named("softmax", new Shape(1, 28, 28), 10);

  private StoredRuns() {}

  /** A run of a model that says {@code favourite} of everything. */
  public static Path begun(Path folder, int favourite) throws Exception {
    float[] parameters = new float[MODEL.parameterCount()];
    parameters[parameters.length - MODEL.classes() + favourite] = 2;
    Map<String, String> terms = new TreeMap<>();
    terms.put("model", MODEL.toJson());
    terms.put("rounds.count", "3");
    terms.put("budget.epsilon", "1.5");
    terms.put("budget.delta", "1.0E-5");
    terms.put("check-in.clients", "1000");
    terms.put("check-in.dishonest-fraction", "0.0");
    terms.put("check-in.rate", "0.05");
    terms.put("check-in.law", "POISSON");
    terms.put(
        "randomizer",
        GaussianSpec.withSuitableGrid(MODEL.parameterCount(), 0.5, 1).canonicalText());
    Files.createDirectories(folder.resolve("state/aggregator"));
    try (JdbcRunStore store =
        new JdbcRunStore(Database.sqlite(folder.resolve("state/aggregator/aggregator.db")), 1)) {
      store.create(
          new StoredRun(
              RoundId.Run.random(new SecureRandom()),
              new ObjectMapper().writeValueAsString(terms),
              Instant.EPOCH),
          new StoredModel(0, parameters, new float[0]));
    }
    return folder;
  }
}
