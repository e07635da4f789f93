package org.shuffledcheckin.accountant.losses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.numeric.Poisson;
import org.shuffledcheckin.accountant.sound.CloneAnalysis;
import org.shuffledcheckin.accountant.sound.ExactCheckInPair;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.accountant.sound.SoundOptions;

/** Profiles from both sides against values that are computed in other ways. */
class RoundProfileTest {
  private static final long SEED = 88_2026;
  private static final double[] EPSILONS = {0, 1e-4, 0.001, 0.01, 0.05, 0.2, 0.6, 1.3, 2.5};
  private static final double ROUNDING = 1e-11;

  @Test
  void pureProcess_randomRounds_isTheDoubleSum() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int trial = 0; trial < 40; trial++) {
      long clients = 1L + random.nextInt(60);
      double rate = random.nextDouble();
      double epsilon0 = 0.1 + 5 * random.nextDouble();
      PureProcess process = new PureProcess(rate, epsilon0);
      double up = rate * (clients - 1 + Math.exp(epsilon0)) / (1 + Math.exp(epsilon0));
      double down = rate * clients / (1 + Math.exp(epsilon0));
      String name = "seed %d trial %d".formatted(SEED, trial);
      assertBetween(name, process, clients, epsilon -> skellam(up, down, epsilon), 1e-9);
    }
  }

  @Test
  void cloneCounts_randomRounds_encloseEveryOutcomeSummed() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int trial = 0; trial < 25; trial++) {
      long clients = 2L + random.nextInt(40);
      double rate = trial % 5 == 0 ? 1 : 0.05 + 0.9 * random.nextDouble();
      double epsilon0 = 0.1 + 4 * random.nextDouble();
      CloneCounts counts = new CloneCounts(clients + random.nextInt(5), rate, epsilon0);
      ExactCheckInPair exact = ExactCheckInPair.of(clients, rate, epsilon0, CloneAnalysis.CLONES23);
      String name = "seed %d trial %d".formatted(SEED, trial);
      // Chords and tangents between factors that lie a quarter apart.
      assertBetween(name, counts, clients, exact::delta, 0.08);
    }
  }

  @ParameterizedTest
  @CsvSource({"2000, 0.02, 2", "2000, 0.02, 0.5", "10000, 0.01, 2", "10000, 0.01, 6"})
  void cloneCounts_manyClients_encloseTheAccountantsPair(
      long clients, double rate, double epsilon0) {
    CheckInRound round =
        new CheckInRound(clients, rate, CheckInLaw.BERNOULLI, new LocalGuarantee.PureLdp(epsilon0));
    assertEnclose(new CloneCounts(clients, rate, epsilon0), round);
  }

  @ParameterizedTest
  @CsvSource({
    "60000, 0.001, 4",
    "60000, 0.001, 20",
    "60000, 0.005, 3",
    "1000, 0.05, 2.5",
    "50, 0.9, 8"
  })
  void gaussianRound_severalRounds_enclosesTheAccountantsPair(
      long clients, double rate, double noise) {
    CheckInRound round =
        new CheckInRound(clients, rate, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(noise));
    assertEnclose(new GaussianRound(rate, 2 / noise), round);
  }

  /** Twice the integral of both sides is the variance of the likelihood ratio. */
  @ParameterizedTest
  @CsvSource({"60000, 0.001, 4", "60000, 0.001, 2.5", "1000, 0.05, 8", "20, 0.5, 3", "2, 0.9, 4"})
  void gaussianRound_bothSides_haveTheVarianceBetweenThem(long clients, double rate, double noise) {
    GaussianRound round = new GaussianRound(rate, 2 / noise);
    double variance = round.variance(clients);
    GaussianRound.Sides above = round.sidesAbove(clients);
    GaussianRound.Sides below = round.sidesBelow(clients);
    assertThat(variance(above)).isBetween(variance, 1.07 * variance);
    assertThat(variance(below)).isBetween(0.93 * variance, variance);
  }

  private static double variance(GaussianRound.Sides sides) {
    return 2 * (sides.upward().integralBeyond(0) + sides.downward().integralBeyond(0));
  }

  /** The accountant's own value is an upper bound, and a very close one unless it is tiny. */
  private static void assertEnclose(RoundProfile profile, CheckInRound round) {
    SoundAccountant pair =
        SoundAccountant.create(SoundOptions.DEFAULT.withPairsOnly()).compose(round, 1);
    HockeySticks above = profile.above(round.clients());
    HockeySticks below = profile.below(round.clients());
    for (double share = 0; share < 1; share += 0.05) {
      double excess = share * share * below.end();
      double delta = pair.delta(Math.log1p(excess)).delta();
      assertThat(below.at(excess)).as("excess %s", excess).isLessThanOrEqualTo(delta + 1e-18);
      if (delta > 1e-5) {
        assertThat(below.at(excess)).isCloseTo(delta, within(0.03 * delta));
        assertThat(above.at(excess)).isBetween(0.9995 * delta, 1.03 * delta);
      }
    }
  }

  private static void assertBetween(
      String name, RoundProfile profile, long clients, DoubleUnaryOperator exact, double gap) {
    HockeySticks above = profile.above(clients);
    HockeySticks below = profile.below(clients);
    for (double epsilon : EPSILONS) {
      double delta = exact.applyAsDouble(epsilon);
      double excess = Math.expm1(epsilon);
      assertThat(below.at(excess))
          .as("%s epsilon %s from below", name, epsilon)
          .isLessThanOrEqualTo(delta * (1 + ROUNDING) + 1e-18);
      assertThat(above.at(excess))
          .as("%s epsilon %s from above", name, epsilon)
          .isGreaterThanOrEqualTo(delta * (1 - ROUNDING) - 1e-18);
      if (delta > 1e-12) {
        assertThat(above.at(excess)).isCloseTo(below.at(excess), within(gap * delta + 1e-15));
      }
    }
  }

  private static double skellam(double up, double down, double epsilon) {
    double sum = 0;
    Poisson ups = new Poisson(up);
    Poisson downs = new Poisson(down);
    for (int i = 0; i < 40 + 4 * up; i++) {
      for (int j = 0; j < 40 + 4 * down; j++) {
        double first = ups.pmf(i) * downs.pmf(j);
        double second = ups.pmf(j) * downs.pmf(i);
        sum += Math.max(0, first - Math.exp(epsilon) * second);
      }
    }
    return sum;
  }
}
