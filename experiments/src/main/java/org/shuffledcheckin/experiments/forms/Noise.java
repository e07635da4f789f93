package org.shuffledcheckin.experiments.forms;

import java.util.Comparator;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.accountant.numeric.Search;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/**
 * Noise with which a run costs no more than it may.
 *
 * @param population who draws, and by which law
 * @param multiplier noise of one report in units of the clip
 * @param randomizer with that noise
 * @param cost of the whole run
 */
record Noise(Population population, double multiplier, RandomizerSpec randomizer, UpperBound cost) {
  private static final double LEAST = 0.01;
  private static final double MOST = 100;

  /** Of logarithms, hence relative. */
  private static final double PRECISION = 1e-3;

  /** The least within a budget, by whichever law of the form needs less. */
  static Noise least(Setting setting, Dataset records, Budget budget) {
    return setting.form().laws().stream()
        .map(law -> Population.allHonest(records.size(), Setting.CHECK_IN_RATE, law))
        .map(population -> least(setting, records, population, budget))
        .min(Comparator.comparingDouble(Noise::multiplier))
        .orElseThrow();
  }

  private static Noise least(
      Setting setting, Dataset records, Population population, Budget budget) {
    double log =
        Search.smallest(
            Math.log(LEAST),
            Math.log(MOST),
            PRECISION,
            at ->
                of(setting, records, population, Math.exp(at), budget.delta()).cost().epsilon()
                    <= budget.epsilon());
    return of(setting, records, population, Math.exp(log), budget.delta());
  }

  private static Noise of(
      Setting setting, Dataset records, Population population, double multiplier, double delta) {
    RandomizerSpec randomizer =
        setting
            .form()
            .randomizer(setting.spec(records).parameterCount(), setting.clip(), multiplier);
    return new Noise(
        population,
        multiplier,
        randomizer,
        setting.form().cost(population, randomizer, setting.rounds(), delta));
  }
}
