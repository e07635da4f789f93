package org.shuffledcheckin.aggregator.config;

import java.util.Optional;
import org.shuffledcheckin.aggregator.model.CountingTask;
import org.shuffledcheckin.aggregator.model.ModelFormat;
import org.shuffledcheckin.aggregator.model.RoundTask;
import org.shuffledcheckin.aggregator.model.TrainingTask;
import org.shuffledcheckin.aggregator.round.RunPlan;
import org.shuffledcheckin.kit.round.RandomizerSection;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.sealing.ModelKey;
import org.shuffledcheckin.kit.sealing.ModelKeys;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.optimizer.LearningRate;
import org.shuffledcheckin.learning.optimizer.StepRule;
import org.shuffledcheckin.report.randomizer.RandomizerKind;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/**
 * The run that a configuration describes.
 *
 * @param plan what rounds have in common
 * @param task what they are for
 * @param model what is trained, if anything
 * @param settings everything that must not change while the run lasts
 */
public record ResolvedRun(
    RunPlan plan, RoundTask task, Optional<ModelSpec> model, FrozenSettings settings) {

  /**
   * Works a configuration out.
   *
   * @throws IllegalArgumentException if its parts do not fit together
   */
  public static ResolvedRun of(AggregatorConfig config, ModelFormat format) {
    RandomizerKind kind = config.randomizer().kind();
    if (config.model().isPresent() != kind.needsModel()) {
      throw new IllegalArgumentException(
          "randomizer %s %s"
              .formatted(
                  kind.label(),
                  kind.needsModel()
                      ? "needs a model to train"
                      : "trains no model; leave model out"));
    }
    Optional<ModelSpec> model = config.model().map(ModelConfig::spec);
    RandomizerSpec randomizer =
        RandomizerSection.spec(config.randomizer(), model.map(ModelSpec::parameterCount).orElse(1));
    RoundTask task =
        model.isPresent()
            ? training(config, model.get(), randomizer, format)
            : new CountingTask(randomizer);
    RoundTerms.requireForm(randomizer, config.checkIn().population(), config.rounds().window());
    Optional<ModelKey> modelKey =
        model.isPresent()
            ? config.modelKeys().map(ModelKeys::read).flatMap(ModelKeys::newest)
            : Optional.empty();
    return new ResolvedRun(
        new RunPlan(config.budget(), config.checkIn().population(), config.rounds(), modelKey),
        task,
        model,
        FrozenSettings.of(config, model, randomizer));
  }

  private static RoundTask training(
      AggregatorConfig config, ModelSpec model, RandomizerSpec randomizer, ModelFormat format) {
    OptimizerConfig optimizer = config.optimizer();
    float[] start = config.model().map(ModelConfig::initialParameters).orElseThrow();
    StepRule rule =
        new StepRule(
            optimizer.averaging(),
            config.checkIn().population().expectedReports(),
            optimizer.inUnitsOfClip() ? config.randomizer().values().get("clip") : 1,
            new LearningRate(
                optimizer.learningRate(), optimizer.schedule(), config.rounds().count()),
            optimizer.optimizer());
    return new TrainingTask(model, start, randomizer, rule, format);
  }
}
