package org.shuffledcheckin.accountant.sound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.accountant.lowerbound.LowerBounds;
import org.shuffledcheckin.accountant.rdp.PoissonResponseMoments;

class BinaryThirdOrderTest {
  private static final long SEED = 37_2026;

  /** n = 10 000, rate 0.01, 100 rounds, delta 1e-4: intervals of the reference file, or 0.5 %. */
  @ParameterizedTest
  @CsvSource({
    "1, 0.0214459, 0.021532",
    "2, 0.055744, 0.056023",
    "4, 0.204878, 0.2057",
    "8, 2.36144, 2.3767"
  })
  void epsilon_referenceCases_areWithinTheirIntervals(double epsilon0, double low, double high) {
    CheckInRound round = round(10_000, 0.01, epsilon0);
    UpperBound bound = SoundAccountant.create().compose(round, 100).epsilon(1e-4);
    assertThat(bound.method()).isEqualTo("poisson-binary-response-third-order");
    assertThat(bound.epsilon()).isBetween(low, high);
    double delta = SoundAccountant.create().compose(round, 100).delta(bound.epsilon()).delta();
    assertThat(delta).isCloseTo(1e-4, within(2e-7));
    double lower = LowerBounds.epsilon(round, 100, 1e-4).epsilon();
    assertThat(bound.epsilon()).isBetween(lower, 1.06 * lower);
  }

  /**
   * The theorem behind it: convex f whose second derivative never falls, every data set of few
   * clients, one bit beside public randomness.
   */
  @Test
  void divergence_everyDataSet_isLargestWhereAllOthersAgree() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int trial = 0; trial < 200; trial++) {
      int clients = 1 + random.nextInt(5);
      double epsilon0 = 0.1 + 4 * random.nextDouble();
      double[][] channel = RealRandomizersTest.oneBit(epsilon0, 3, trial % 2 == 0, random);
      for (int[] others : RealRound.dataSets(3, clients - 1)) {
        RealRound round = new RealRound(channel, others, 1);
        double[] p = round.intensities(0);
        double[] q = round.intensities(1);
        for (DoubleUnaryOperator f : thirdOrder()) {
          double worst = worst(clients, epsilon0, f) * (1 + 1e-12) + 1e-13;
          String name = "seed " + SEED + " trial " + trial;
          assertThat(divergence(p, q, f)).as(name).isLessThanOrEqualTo(worst);
          assertThat(divergence(q, p, f)).as(name).isLessThanOrEqualTo(worst);
        }
      }
    }
  }

  /** Why one bit is asked for: with a third value some of these divergences are larger. */
  @Test
  void divergence_threeValues_mayBeLarger() {
    double e0 = Math.exp(1);
    double[][] channel = new double[3][3];
    for (int x = 0; x < 3; x++) {
      for (int v = 0; v < 3; v++) {
        channel[x][v] = (x == v ? e0 : 1) / (e0 + 2);
      }
    }
    RealRound round = new RealRound(channel, new int[] {2, 2, 2, 2}, 1);
    DoubleUnaryOperator square = t -> (t - 1) * (t - 1);
    assertThat(divergence(round.intensities(0), round.intensities(1), square))
        .isGreaterThan(worst(5, 1, square));
  }

  @ParameterizedTest
  @CsvSource({"2", "3.5", "8"})
  void divergence_powers_isThatOfTheMoments(double order) {
    CheckInRound round = round(500, 0.1, 3);
    DoubleUnaryOperator power = t -> Math.pow(t, order) - 1 - order * (t - 1);
    double expected = 0.1 / (order - 1) * worst(500, 3, power);
    assertThat(new PoissonResponseMoments(500, 0.1, 3).divergence(order))
        .isCloseTo(expected, within(1e-6 * expected));
    RenyiBound bound = SoundAccountant.create().compose(round, 7).renyi(order);
    assertThat(bound.divergence()).isBetween(7 * expected * (1 - 1e-6), 7 * expected * (1 + 1e-6));
  }

  @Test
  void epsilon_differentRatesOfOneKind_dependOnTheirSumAlone() {
    SoundAccountant empty = SoundAccountant.create();
    double one = empty.compose(round(10_000, 0.02, 3), 300).epsilon(1e-5).epsilon();
    UpperBound two =
        empty
            .compose(round(10_000, 0.01, 3), 200)
            .compose(round(10_000, 0.04, 3), 100)
            .epsilon(1e-5);
    assertThat(two.method()).isEqualTo(BinaryThirdOrder.METHOD);
    assertThat(two.epsilon()).isCloseTo(one, within(2e-3 * one));
  }

  @Test
  void epsilon_whereItDoesNotApply_isThePairs() {
    CheckInRound round = round(10_000, 0.01, 2);
    assertThat(method(SoundOptions.DEFAULT, round)).isEqualTo(BinaryThirdOrder.METHOD);
    assertThat(method(SoundOptions.DEFAULT.withPairsOnly(), round))
        .isEqualTo("poisson-binary-response-pld");
    assertThat(method(SoundOptions.DEFAULT, round.withLossMass(1e-13)))
        .isEqualTo("poisson-binary-response-pld");
    assertThat(method(SoundOptions.DEFAULT, Rounds.purePoisson(10_000, 0.01, 2)))
        .isEqualTo("poisson-pure-pld");
    CheckInRound coins = new CheckInRound(10_000, 0.01, CheckInLaw.BERNOULLI, round.guarantee());
    assertThat(method(SoundOptions.DEFAULT, coins)).isEqualTo("clones23-pld");
  }

  private static String method(SoundOptions options, CheckInRound round) {
    return SoundAccountant.create(options).compose(round, 100).epsilon(1e-4).method();
  }

  private static CheckInRound round(long clients, double rate, double epsilon0) {
    return new CheckInRound(
        clients, rate, CheckInLaw.POISSON, new LocalGuarantee.BinaryResponse(epsilon0));
  }

  /** Convex, 0 with slope 0 at 1, with a second derivative that never falls. */
  private static List<DoubleUnaryOperator> thirdOrder() {
    List<DoubleUnaryOperator> functions = new ArrayList<>();
    for (double tau : new double[] {-1, 0, 0.4, 0.8, 0.95, 1, 1.05, 1.2, 1.6, 3}) {
      functions.add(t -> square(t - tau) - square(1 - tau) - 2 * Math.max(0, 1 - tau) * (t - 1));
    }
    for (double order : new double[] {2, 2.3, 3, 6}) {
      functions.add(t -> Math.pow(t, order) - 1 - order * (t - 1));
    }
    functions.add(t -> Math.exp(2 * t) - Math.exp(2) - 2 * Math.exp(2) * (t - 1));
    return functions;
  }

  private static double square(double x) {
    return x > 0 ? x * x : 0;
  }

  private static double divergence(double[] p, double[] q, DoubleUnaryOperator f) {
    double sum = 0;
    for (int y = 0; y < p.length; y++) {
      sum += q[y] * f.applyAsDouble(p[y] / q[y]);
    }
    return sum;
  }

  private static double worst(long clients, double epsilon0, DoubleUnaryOperator f) {
    double e0 = Math.exp(epsilon0);
    double up = clients * f.applyAsDouble(1 + (e0 - 1) / clients);
    double down = clients * e0 * f.applyAsDouble(1 - (e0 - 1) / (clients * e0));
    return (up + down) / (e0 + 1);
  }
}
