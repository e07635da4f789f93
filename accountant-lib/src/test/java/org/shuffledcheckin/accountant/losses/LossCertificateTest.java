package org.shuffledcheckin.accountant.losses;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.ToDoubleBiFunction;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.sound.CloneAnalysis;
import org.shuffledcheckin.accountant.sound.ExactCheckInPair;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.accountant.sound.SoundOptions;

/**
 * No number of clients is certified that some loss contradicts: for random small rounds every
 * number of lost clients is compared at many factors, with values computed in other ways. Masses
 * are large, so that rounds may be small.
 */
class LossCertificateTest {
  private static final long SEED = 89_2026;
  private static final double[] EPSILONS = {0, 0.02, 0.1, 0.3, 0.6, 1, 1.8, 3};

  @Test
  void pairs_pureRandomisersWithCoins_areNeverContradicted() {
    SplittableRandom random = new SplittableRandom(SEED);
    int better = 0;
    for (int trial = 0; trial < 30; trial++) {
      Trial drawn = new Trial(random, 10 + random.nextInt(25), CheckInLaw.BERNOULLI);
      double epsilon0 = 0.2 + 3 * random.nextDouble();
      long found = drawn.clients(new CloneCounts(drawn.honest, drawn.unnoticed.rate(), epsilon0));
      ExactCheckInPair[] pairs = new ExactCheckInPair[(int) drawn.honest + 1];
      for (int g = 1; g <= drawn.honest; g++) {
        pairs[g] = ExactCheckInPair.of(g, drawn.unnoticed.rate(), epsilon0, CloneAnalysis.CLONES23);
      }
      drawn.assertNotContradicted(
          "trial " + trial, found, (g, epsilon) -> pairs[g.intValue()].delta(epsilon), 1e-9);
      better += found > drawn.thresholdClients() ? 1 : 0;
    }
    assertThat(better).as("more clients than by the threshold").isGreaterThan(20);
  }

  @Test
  void pairs_pureProcess_areNeverContradicted() {
    SplittableRandom random = new SplittableRandom(SEED);
    int better = 0;
    for (int trial = 0; trial < 30; trial++) {
      Trial drawn = new Trial(random, 10 + random.nextInt(60), CheckInLaw.POISSON);
      PureProcess process = new PureProcess(drawn.unnoticed.rate(), 0.2 + 3 * random.nextDouble());
      long found = drawn.clients(process);
      // Its two bounds are known to agree, see RoundProfileTest.
      drawn.assertNotContradicted(
          "trial " + trial, found, (g, epsilon) -> process.above(g).at(Math.expm1(epsilon)), 1e-9);
      better += found > drawn.thresholdClients() ? 1 : 0;
    }
    assertThat(better).as("more clients than by the threshold").isGreaterThan(20);
  }

  @Test
  void pairs_gaussianNoise_areNeverContradicted() {
    SplittableRandom random = new SplittableRandom(SEED);
    int better = 0;
    for (int trial = 0; trial < 8; trial++) {
      Trial drawn = new Trial(random, 8 + random.nextInt(8), CheckInLaw.POISSON);
      double noise = 0.8 * Math.exp(2.5 * random.nextDouble());
      long found =
          new GaussianLosses(drawn.honest, drawn.unnoticed, 2 / noise).clients(drawn.mass, 1);
      SoundAccountant[] pairs = new SoundAccountant[(int) drawn.honest + 1];
      for (int g = 1; g <= drawn.honest; g++) {
        pairs[g] = pair(g, drawn.unnoticed.rate(), noise);
      }
      drawn.assertNotContradicted(
          "trial " + trial + " noise " + noise,
          found,
          (g, epsilon) -> pairs[g.intValue()].delta(epsilon).delta(),
          2e-3);
      better += found > drawn.thresholdClients() ? 1 : 0;
    }
    assertThat(better).as("more clients than by the threshold").isGreaterThan(5);
  }

  /** Both ways to certify moments, each against the loss of the worst data set by brute force. */
  @Test
  void moments_gaussianNoise_areNeverContradicted() {
    SplittableRandom random = new SplittableRandom(SEED);
    int free = 0;
    int compared = 0;
    int contradicted = 0;
    for (int trial = 0; trial < 6; trial++) {
      int honest = 8 + random.nextInt(5);
      double rate = 0.6 + 0.4 * random.nextDouble();
      double noise = 1.5 * Math.exp(random.nextDouble());
      UnnoticedLoss unnoticed = new UnnoticedLoss(trial % 3, rate, CheckInLaw.POISSON);
      double limit = 0.03 * Math.exp(-4 * random.nextDouble());
      FreeLosses changed = new FreeLosses(honest, unnoticed, 2 / noise, limit);
      MomentComparison moments = new MomentComparison(new GaussianRound(rate, 2 / noise), limit);
      LossLadder ladder = new LossLadder(honest, unnoticed, moments.negligible());
      WorstDataSet[] rounds = new WorstDataSet[honest + 1];
      for (int g = 2; g <= honest; g++) {
        rounds[g] = new WorstDataSet(g, rate, 2 / noise);
      }
      for (int accounted = 3; accounted <= honest; accounted++) {
        boolean byChange = changed.boundsMomentsFor(accounted);
        boolean byLattice = ladder.holds(moments, accounted);
        free += byChange ? 1 : 0;
        compared += byLattice ? 1 : 0;
        double worst = worstExcess(rounds, accounted, honest, unnoticed);
        contradicted += worst > limit ? 1 : 0;
        if (byChange || byLattice) {
          assertThat(worst)
              .as(
                  "seed %d trial %d: %d of %d clients, noise %s",
                  SEED, trial, accounted, honest, noise)
              .isLessThanOrEqualTo(limit * 1.001);
        }
      }
    }
    assertThat(free).as("certified by a change of measure").isGreaterThan(5);
    assertThat(compared).as("certified on a lattice").isGreaterThan(5);
    assertThat(contradicted).as("that a loss contradicts").isPositive();
  }

  private static double worstExcess(
      WorstDataSet[] rounds, int accounted, int honest, UnnoticedLoss unnoticed) {
    double worst = Double.NEGATIVE_INFINITY;
    for (int g = 2; g < accounted; g++) {
      double kept = unnoticed.probability(honest - g);
      for (double tau = 0; tau < 4; tau += tau < 2 ? 0.1 : 0.25) {
        worst = Math.max(worst, kept * rounds[g].excess(tau) - rounds[accounted].excess(tau));
      }
    }
    return worst;
  }

  private static SoundAccountant pair(long clients, double rate, double noise) {
    return SoundAccountant.create(SoundOptions.DEFAULT.withPairsOnly())
        .compose(
            new CheckInRound(clients, rate, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(noise)),
            1);
  }

  /** A population and a mass, drawn at random. */
  private static final class Trial {
    final long honest;
    final UnnoticedLoss unnoticed;
    final double mass;

    Trial(SplittableRandom random, long honest, CheckInLaw law) {
      this.honest = honest;
      double rate = 0.3 + 0.6 * random.nextDouble();
      this.unnoticed = new UnnoticedLoss(random.nextInt(3), rate, law);
      this.mass = 0.01 * Math.exp(-8 * random.nextDouble());
    }

    long clients(RoundProfile profile) {
      PairComparison pairs = new PairComparison(profile, mass);
      LossLadder ladder = new LossLadder(honest, unnoticed, pairs.negligible());
      return ladder.largest(honest, 0, accounted -> ladder.holds(pairs, accounted));
    }

    long thresholdClients() {
      return new LossThreshold(unnoticed, mass).clients(honest);
    }

    void assertNotContradicted(
        String name, long found, ToDoubleBiFunction<Long, Double> profile, double tolerance) {
      for (long g = 1; g < found; g++) {
        double kept = unnoticed.probability(honest - g);
        for (double epsilon : EPSILONS) {
          double charged = profile.applyAsDouble(found, epsilon);
          assertThat(kept * profile.applyAsDouble(g, epsilon))
              .as(
                  "seed %d %s: %d of %d arrive, charged with %d, epsilon %s",
                  SEED, name, g, honest, found, epsilon)
              .isLessThanOrEqualTo((charged + mass * (1 - charged)) * (1 + tolerance) + 1e-15);
        }
      }
    }
  }
}
