package org.shuffledcheckin.aggregator.round;

import java.util.Objects;
import java.util.Optional;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.kit.round.HpkePublicKey;
import org.shuffledcheckin.kit.round.ModelDigest;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.ReportTerms;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.round.RoundWindow;
import org.shuffledcheckin.kit.round.SumRule;
import org.shuffledcheckin.kit.sealing.ModelKey;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/**
 * What every round of a run has in common.
 *
 * @param budget the most that the run may cost
 * @param population who takes part and how often
 * @param rounds how many, how long, how large
 * @param modelKey under which models travel; without one the shuffler can read them
 */
public record RunPlan(
    Budget budget, Population population, RoundsPlan rounds, Optional<ModelKey> modelKey) {
  /** Validates that nothing is missing. */
  public RunPlan {
    Objects.requireNonNull(budget, "budget");
    Objects.requireNonNull(population, "population");
    Objects.requireNonNull(rounds, "rounds");
    Objects.requireNonNull(modelKey, "modelKey");
  }

  /** A plan whose models travel in the clear. */
  public RunPlan(Budget budget, Population population, RoundsPlan rounds) {
    this(budget, population, rounds, Optional.empty());
  }

  /** A round as the accountant sees it. */
  public CheckInRound charge(RandomizerSpec randomizer) {
    RoundWindow window = rounds.window();
    return population.charge(
        randomizer, new SumRule(window.minimumBatch(), window.strikeShare(), modelKey.isPresent()));
  }

  /** Bytes of the longest delivery that a client may have to send. */
  public long largestDeliveryBytes(RandomizerSpec randomizer) {
    return RoundTerms.largestDeliveryBytes(population, randomizer);
  }

  /** The terms of one round. */
  public RoundTerms terms(
      RoundId id, RandomizerSpec randomizer, byte[] model, HpkePublicKey key, double epsilonAfter) {
    return new RoundTerms(
        id,
        population,
        new ReportTerms(randomizer, ModelDigest.of(model), key, modelKey.map(ModelKey::id)),
        rounds.window(),
        new Budget(epsilonAfter, budget.delta()));
  }
}
