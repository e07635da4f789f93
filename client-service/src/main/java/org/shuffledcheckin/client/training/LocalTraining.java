package org.shuffledcheckin.client.training;

import java.util.Optional;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.gradient.GradientEngine;
import org.shuffledcheckin.learning.gradient.GradientEngines;
import org.shuffledcheckin.learning.model.FeatureMap;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.report.randomizer.Input;
import org.shuffledcheckin.report.randomizer.LocalRandomizer;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/**
 * Prepares rounds over the records of a host, keeping from one round to the next what does not
 * change: noise tables, compiled kernels, fixed features of records. Safe for several threads;
 * preparing a model never keeps a randomiser waiting.
 */
public final class LocalTraining {
  private static final long FEATURE_CACHE_BYTES = 256L << 20;

  private final ClientData data;
  private Optional<Features> features = Optional.empty();
  private final Object randomizerLock = new Object();
  private Optional<LocalRandomizer> randomizer = Optional.empty();
  private Optional<GradientEngine> engine = Optional.empty();

  /** The fixed features of the records. */
  private record Features(FeatureMap map, Dataset data) {}

  /** Works on these records. */
  public LocalTraining(ClientData data) {
    this.data = data;
  }

  /** Whether a round needs a model to compute what it asks for. */
  public static boolean needsModel(RoundTerms terms) {
    return terms.randomizer().kind().needsModel();
  }

  /** Makes the round's randomiser, for {@link #prepare} to use. */
  public void prepareRandomizer(RoundTerms terms) {
    LocalRandomizer unused = randomizer(terms.randomizer());
  }

  /** Whether records of this description, whatever their content, can answer such a round. */
  public boolean offers(RoundTerms terms) {
    if (needsModel(terms)) {
      // A model that is too short for its own parameters can be known without downloading it.
      return terms.model().bytes() > (long) Float.BYTES * terms.randomizer().dimension();
    }
    if (terms.model().bytes() > 0) {
      return false;
    }
    int categories = data.measurement().categories(data.data());
    return terms.randomizer().kind().input() != Input.CATEGORY
        || categories <= terms.randomizer().dimension();
  }

  /**
   * Whether a model, whatever its parameters, fits the round and the description of the records.
   */
  public boolean fits(ModelSpec spec, RoundTerms terms) {
    return spec.input().equals(data.data().shape())
        && spec.classes() >= data.data().classes()
        && spec.parameterCount() == terms.randomizer().dimension();
  }

  /**
   * Prepares a round.
   *
   * @param model the round's model, if it {@link #needsModel}
   * @throws IllegalArgumentException if the model does not {@link #fits}
   */
  public LocalTask prepare(RoundTerms terms, Optional<TrainingModel> model) {
    model.ifPresent(
        given -> {
          if (!fits(given.spec(), terms)) {
            throw new IllegalArgumentException(
                "model must fit the round and records of " + data.data().shape());
          }
        });
    return new LocalTask(data, randomizer(terms.randomizer()), model.map(this::gradients));
  }

  private synchronized LocalTask.Gradients gradients(TrainingModel model) {
    return new LocalTask.Gradients(
        engine(model.spec().withoutFeatures()),
        model,
        model.spec().features().map(this::features).orElse(data.data()));
  }

  private LocalRandomizer randomizer(RandomizerSpec spec) {
    synchronized (randomizerLock) {
      if (randomizer.isEmpty() || !randomizer.get().spec().equals(spec)) {
        randomizer = Optional.of(spec.newRandomizer());
      }
      return randomizer.get();
    }
  }

  private Dataset features(FeatureMap map) {
    if (features.isEmpty() || features.get().map() != map) {
      features = Optional.of(new Features(map, map.apply(data.data(), FEATURE_CACHE_BYTES)));
    }
    return features.get().data();
  }

  private GradientEngine engine(ModelSpec spec) {
    if (engine.isEmpty() || !engine.get().model().equals(spec)) {
      engine = Optional.of(GradientEngines.forModel(spec));
    }
    return engine.get();
  }
}
