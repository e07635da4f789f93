package org.shuffledcheckin.accountant.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.accountant.sound.SoundOptions;
import org.shuffledcheckin.accountant.sums.ReleaseRule;
import org.shuffledcheckin.accountant.sums.SumNoise;
import org.shuffledcheckin.accountant.sums.SummedRound;

class SumPlannerTest {
  private static final Budget BUDGET = new Budget(1, 1.0 / 60_000);
  private static final PrivacyAccountant NOTHING = SoundAccountant.create();
  private static final SumPlanner PLANNER = new SumPlanner(NOTHING, BUDGET);
  private static final SummedRound ROUND = round(0.05, 276, 2_850);

  private static SummedRound round(double rate, double noise, long least) {
    return new SummedRound(
        60_000,
        0,
        rate,
        new SumNoise.Discrete(noise, 4096),
        26_010,
        new ReleaseRule(0, least, 0.1));
  }

  private static boolean allows(SummedRound round, long rounds) {
    return BUDGET.allows(NOTHING.compose(round.accounted(), rounds));
  }

  @Test
  void leastNoise_recommendedRound_isJustEnough() {
    SummedRound found = PLANNER.leastNoise(ROUND, 60).orElseThrow();
    assertThat(allows(found, 60)).isTrue();
    assertThat(allows(found.withNoise(0.999 * found.noise().noise()), 60)).isFalse();
    // With the law of the number of reports 0.0674 would do.
    assertThat(found.noise().noise() / found.noise().gridBound()).isBetween(0.0674, 0.0725);
  }

  @Test
  void fewestReports_recommendedRound_isJustEnough() {
    SummedRound noisy = ROUND.withNoise(300);
    SummedRound found = PLANNER.fewestReports(noisy, 60).orElseThrow();
    assertThat(allows(found, 60)).isTrue();
    assertThat(found.release().leastReports()).isGreaterThan(1_000);
    long fewer = found.release().leastReports() - 10;
    assertThat(allows(found.withRelease(new ReleaseRule(0, fewer, 0.1)), 60)).isFalse();
  }

  @Test
  void mostRounds_recommendedRound_isAboutTheLastThatFits() {
    SummedRound noisy = ROUND.withNoise(300);
    long rounds = PLANNER.mostRounds(noisy);
    assertThat(allows(noisy, rounds)).isTrue();
    assertThat(allows(noisy, rounds + 2)).isFalse();
  }

  @Test
  void leastNoise_shuffler_needsMore() {
    SoundAccountant shuffler =
        SoundAccountant.create(SoundOptions.DEFAULT.withObserver(SoundOptions.Observer.SHUFFLER));
    double against =
        new SumPlanner(shuffler, BUDGET).leastNoise(ROUND, 60).orElseThrow().noise().noise();
    assertThat(against)
        .isGreaterThan(3 * PLANNER.leastNoise(ROUND, 60).orElseThrow().noise().noise());
  }

  @Test
  void plan_nothingSuffices_isEmpty() {
    SumPlanner strict = new SumPlanner(NOTHING, new Budget(1e-9, 1e-12));
    assertThat(strict.leastNoise(ROUND, 1_000_000)).isEmpty();
    assertThat(strict.fewestReports(ROUND, 1_000_000)).isEmpty();
    assertThat(strict.mostRounds(ROUND)).isZero();
  }

  /**
   * What is charged falls with noise, clients, least reports and a larger rate of them, but not
   * with the rate: the same noise per report at a tenth of the rate costs fifteen times as much.
   */
  @Test
  void epsilon_smallerRate_mayCostMore() {
    double likely = epsilon(round(0.01, 409.6, 540), 60);
    double rare = epsilon(round(1e-3, 409.6, 36), 60);
    double rarer = epsilon(round(5e-4, 409.6, 14), 60);
    assertThat(rare).isGreaterThan(5 * likely);
    assertThat(rarer).isGreaterThan(2 * rare);
    double often = epsilon(round(0.2, 409.6, 10_800), 60);
    assertThat(often).isGreaterThan(likely);
  }

  @Test
  void epsilon_randomRounds_isMonotoneInWhatIsSearched() {
    long seed = new SplittableRandom().nextLong();
    SplittableRandom random = new SplittableRandom(seed);
    for (int trial = 0; trial < 10; trial++) {
      double rate = Math.pow(10, -1 - random.nextDouble());
      long least = (long) (20_000 * rate * (1 + random.nextDouble()));
      SummedRound round =
          new SummedRound(
              40_000,
              random.nextInt(50),
              rate,
              new SumNoise.Discrete(300, 4096),
              100,
              new ReleaseRule(random.nextInt(5), least, 0.2));
      long rounds = 1L + random.nextInt(100);
      double epsilon = epsilon(round, rounds) * 1.001;
      String what = "seed " + seed + " trial " + trial + ": " + round + " x " + rounds;
      assertThat(epsilon(round.withNoise(400), rounds)).as(what).isLessThanOrEqualTo(epsilon);
      assertThat(
              epsilon(
                  round.withRelease(new ReleaseRule(round.release().lossLimit(), least + 20, 0.2)),
                  rounds))
          .as(what)
          .isLessThanOrEqualTo(epsilon);
      assertThat(epsilon(round, 2 * rounds) * 1.001)
          .as(what)
          .isGreaterThanOrEqualTo(epsilon / 1.001);
    }
  }

  @Test
  void forDropout_expectedLosses_keepsToTheShareDiscarded() {
    SumPlan plan = SumPlan.forDropout(ROUND, 0.02, 0.01);
    assertThat(plan.discarded()).isBetween(1e-4, 0.01);
    assertThat(plan.round().release().lossLimit()).isBetween(60L, 100L);
    assertThat(plan.round().release().leastReports()).isBetween(2_700L, 2_940L);
    assertThat(SumPlan.forDropout(ROUND, 0, 0.01).round().release().lossLimit()).isZero();
    assertThat(SumPlan.of(ROUND.withRelease(new ReleaseRule(0, 3_000, 0.1)), 0).discarded())
        .isBetween(0.4, 0.6);
  }

  private static double epsilon(SummedRound round, long rounds) {
    return NOTHING.compose(round.accounted(), rounds).epsilon(BUDGET.delta()).epsilon();
  }
}
