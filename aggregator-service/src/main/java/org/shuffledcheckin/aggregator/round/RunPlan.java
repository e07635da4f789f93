package org.shuffledcheckin.aggregator.round;

import java.util.Objects;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.kit.round.HpkePublicKey;
import org.shuffledcheckin.kit.round.ModelDigest;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.ReportTerms;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/**
 * What every round of a run has in common.
 *
 * @param budget the most that the run may cost
 * @param population who takes part and how often
 * @param rounds how many, how long, how large
 */
public record RunPlan(Budget budget, Population population, RoundsPlan rounds) {
  /** Validates that nothing is missing. */
  public RunPlan {
    Objects.requireNonNull(budget, "budget");
    Objects.requireNonNull(population, "population");
    Objects.requireNonNull(rounds, "rounds");
  }

  /** A round as the accountant sees it. */
  public CheckInRound charge(RandomizerSpec randomizer) {
    return population.charge(randomizer.guarantee());
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
        new ReportTerms(randomizer, ModelDigest.of(model), key),
        rounds.window(),
        new Budget(epsilonAfter, budget.delta()));
  }
}
