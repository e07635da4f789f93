package org.shuffledcheckin.accountant.sound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.lowerbound.LowerBounds;

/**
 * Rounds of every kind with parameters over many decades: the upper bound is no NaN, never below
 * the lower one, and moves the right way with rounds and delta.
 */
class RandomRoundsTest {
  private static final long SEED = 9_2026;
  private static final int TRIALS = 40;

  /** Grids and tilts differ between questions, which may show in the fourth digit. */
  private static final double GRIDS = 1 + 2e-3;

  @Test
  void bounds_anyRound_areOrderedAndMonotone() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int trial = 0; trial < TRIALS; trial++) {
      CheckInRound round = round(random);
      long times = (long) Math.pow(10, 5 * random.nextDouble());
      double delta = Math.pow(10, -1 - 9 * random.nextDouble());
      check(round, times, delta, "seed " + SEED + " trial " + trial + ": " + round);
    }
  }

  private static void check(CheckInRound round, long times, double delta, String what) {
    SoundAccountant accountant = SoundAccountant.create();
    if (!accountant.supports(round)) {
      return;
    }
    double epsilon = accountant.compose(round, times).epsilon(delta).epsilon();
    double more = accountant.compose(round, 2 * times).epsilon(delta).epsilon();
    double rarer = accountant.compose(round, times).epsilon(delta / 10).epsilon();
    assertThat(epsilon).as("%s x %d at %s", what, times, delta).isNotNaN().isNotNegative();
    assertThat(more).as("%s: twice %d rounds", what, times).isNotNaN();
    assertThat(more * GRIDS).as("%s: twice %d rounds", what, times).isGreaterThanOrEqualTo(epsilon);
    assertThat(rarer * GRIDS).as("%s: a tenth of %s", what, delta).isGreaterThanOrEqualTo(epsilon);
    double lower = LowerBounds.epsilon(round, times, delta).epsilon();
    assertThat(lower).as("%s x %d at %s", what, times, delta).isLessThanOrEqualTo(epsilon);
    double back = accountant.compose(round, times).delta(epsilon).delta();
    // The search for a delta0 finds a good one, not the best, and not the same for both questions.
    boolean exact = epsilon < Double.POSITIVE_INFINITY && !throughClones(round);
    assertThat(back)
        .as("%s: delta at %s", what, epsilon)
        .isBetween(0.0, exact ? Math.max(Double.MIN_NORMAL, 1.05 * delta) : 1);
  }

  private static boolean throughClones(CheckInRound round) {
    return round.law() == CheckInLaw.BERNOULLI
        && round.guarantee() instanceof LocalGuarantee.Gaussian;
  }

  private static CheckInRound round(SplittableRandom random) {
    long clients = 1 + (long) Math.pow(10, 5 * random.nextDouble());
    CheckInLaw law = random.nextBoolean() ? CheckInLaw.POISSON : CheckInLaw.BERNOULLI;
    double rate =
        Math.min(law == CheckInLaw.POISSON ? 0.5 : 1, Math.pow(10, 0.3 - 5 * random.nextDouble()));
    double epsilon0 = Math.pow(10, 3 * random.nextDouble() - 2);
    LocalGuarantee guarantee =
        switch (random.nextInt(5)) {
          case 0 -> new LocalGuarantee.PureLdp(epsilon0);
          case 1 -> new LocalGuarantee.KAryResponse(epsilon0, 3 + random.nextInt(100));
          case 2 -> new LocalGuarantee.BinaryResponse(epsilon0);
          case 3 -> new LocalGuarantee.Laplace(epsilon0, 1 << random.nextInt(12));
          default -> new LocalGuarantee.Gaussian(Math.pow(10, 3 * random.nextDouble() - 1));
        };
    if (random.nextInt(4) == 0) {
      double noise = Math.pow(10, 3 * random.nextDouble() - 1);
      LocalGuarantee sum = new LocalGuarantee.GaussianSum(noise);
      return new CheckInRound(clients, rate, CheckInLaw.BERNOULLI, sum);
    }
    return new CheckInRound(clients, rate, law, guarantee);
  }
}
