package org.shuffledcheckin.aggregator.round;

import java.time.Duration;
import java.util.Objects;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.aggregator.budget.BudgetLimit;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.HpkePublicKey;
import org.shuffledcheckin.kit.round.RandomizerTerms;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.LaplaceSpec;
import org.shuffledcheckin.report.randomizer.LdpSgdSpec;
import org.shuffledcheckin.report.randomizer.RandomizedResponseSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/**
 * What every round of a run has in common.
 *
 * @param limit the budget
 * @param clients n: how many answers a release needs
 * @param honestClients how many of any n answers are of honest clients; what the accountant counts
 * @param checkInRate rate of each client's draw
 * @param law how each client draws
 * @param rounds how many rounds the plan has, discarded ones among them
 * @param openFor how long a round takes answers
 * @param closeWhenAllAnswered whether it may close before
 * @param minimumBatch fewer reports are discarded
 * @param minimumBatchSpread how far the shuffler may raise that at random
 * @param largestBatch more reports than this are discarded, for memory's sake
 * @param pauseAfterDiscards so many discarded rounds in a row pause the run
 */
public record RunPlan(
    BudgetLimit limit,
    long clients,
    long honestClients,
    double checkInRate,
    CheckInLaw law,
    long rounds,
    Duration openFor,
    boolean closeWhenAllAnswered,
    long minimumBatch,
    long minimumBatchSpread,
    long largestBatch,
    int pauseAfterDiscards) {

  /** Validates what {@link RoundTerms} does not. */
  public RunPlan {
    Objects.requireNonNull(limit, "limit");
    Objects.requireNonNull(law, "law");
    Objects.requireNonNull(openFor, "openFor");
    requireAtLeastOne("honest clients", honestClients);
    if (clients < honestClients) {
      throw new IllegalArgumentException(
          "clients must be at least the honest " + honestClients + " but is " + clients);
    }
    if (!(checkInRate > 0 && checkInRate <= 1)) {
      throw new IllegalArgumentException("check-in rate must be in (0, 1] but is " + checkInRate);
    }
    requireAtLeastOne("rounds", rounds);
    requireAtLeastOne("minimum batch", minimumBatch);
    requireAtLeastOne("largest batch", largestBatch);
    requireAtLeastOne("discards before a pause", pauseAfterDiscards);
  }

  /** A round as the accountant sees it. */
  public CheckInRound accounted(RandomizerSpec randomizer) {
    return new CheckInRound(honestClients, checkInRate, law, announced(randomizer).guarantee());
  }

  /** Bytes of the longest answer that a client may have to send. */
  public long largestAnswerBytes(RandomizerSpec randomizer) {
    return RoundTerms.largestAnswerBytes(law, randomizer.reportBytes());
  }

  /** The terms of one round. */
  public RoundTerms terms(
      RoundId id, RandomizerSpec randomizer, byte[] model, HpkePublicKey key, double epsilonAfter) {
    return new RoundTerms(
        id,
        clients,
        honestClients,
        checkInRate,
        law,
        announced(randomizer),
        randomizer.reportBytes(),
        Digest.sha256(model),
        model.length,
        key,
        openFor,
        closeWhenAllAnswered,
        minimumBatch,
        minimumBatchSpread,
        limit.delta(),
        epsilonAfter);
  }

  /** The randomiser as it is announced. */
  public static RandomizerTerms announced(RandomizerSpec spec) {
    if (spec instanceof GaussianSpec gaussian) {
      return new RandomizerTerms.Gaussian(
          gaussian.dimension(),
          gaussian.clip(),
          gaussian.noiseMultiplier(),
          gaussian.clip() / gaussian.gridSteps());
    } else if (spec instanceof LdpSgdSpec sgd) {
      return new RandomizerTerms.LdpSgd(sgd.dimension(), sgd.clip(), sgd.epsilon0());
    } else if (spec instanceof LaplaceSpec laplace) {
      return new RandomizerTerms.Laplace(laplace.lower(), laplace.upper(), laplace.epsilon0());
    } else if (spec instanceof RandomizedResponseSpec response) {
      return new RandomizerTerms.KAry(response.categories(), response.epsilon0());
    }
    throw new IllegalStateException("no announcement for randomiser " + spec);
  }

  private static void requireAtLeastOne(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1 but is " + value);
    }
  }
}
