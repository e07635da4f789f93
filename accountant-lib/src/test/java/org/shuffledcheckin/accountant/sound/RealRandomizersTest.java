package org.shuffledcheckin.accountant.sound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.pld.ThirdOrderBound;

/**
 * Lists every outcome of rounds of the randomisers that we know more of than their epsilon0, for
 * every data set of few clients, and checks that none exceeds what is proven for that randomiser.
 */
class RealRandomizersTest {
  private static final long SEED = 31_2026;
  private static final double ROUNDING = 1e-12;

  /** By symmetry the first client may hold the first or the second value. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5})
  void delta_randomisedResponse_neverExceedsItsBound(int values) {
    SplittableRandom random = new SplittableRandom(SEED + values);
    double tightest = 0;
    for (int clients = 1; clients <= 5; clients++) {
      double epsilon0 = 0.3 + 3 * random.nextDouble();
      double rate = 0.05 + 0.35 * random.nextDouble();
      double[][] channel = response(epsilon0, values);
      LocalGuarantee guarantee = LocalGuarantee.response(epsilon0, values);
      Proven proven = new Proven(clients, rate, guarantee);
      for (int[] others : RealRound.dataSets(values, clients - 1)) {
        RealRound round = new RealRound(channel, others, rate);
        tightest = Math.max(tightest, proven.check(round, 0, 1));
      }
    }
    assertThat(tightest).as("reached, but for two values").isGreaterThan(values == 2 ? 0.7 : 0.99);
  }

  /** Beyond the ends of the grid every outcome tells the same: they may be taken together. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void delta_laplaceNoise_neverExceedsItsBound(int gridSteps) {
    SplittableRandom random = new SplittableRandom(SEED + 10 + gridSteps);
    for (int clients = 1; clients <= 4; clients++) {
      double epsilon0 = 0.3 + 3 * random.nextDouble();
      double rate = 0.05 + 0.35 * random.nextDouble();
      double[][] channel = laplace(epsilon0, gridSteps);
      LocalGuarantee guarantee = new LocalGuarantee.Laplace(epsilon0, gridSteps);
      Proven proven = new Proven(clients, rate, guarantee);
      for (int[] others : RealRound.dataSets(gridSteps + 1, clients - 1)) {
        RealRound round = new RealRound(channel, others, rate);
        for (int first = 0; first <= gridSteps; first++) {
          for (int second = 0; second <= gridSteps; second++) {
            proven.check(round, first, second);
          }
        }
      }
    }
  }

  /** One bit beside two equally likely public directions, as LDP-SGD has it; extreme and not. */
  @Test
  void delta_oneBitBesidePublicRandomness_neverExceedsItsBound() {
    SplittableRandom random = new SplittableRandom(SEED + 20);
    for (int trial = 0; trial < 30; trial++) {
      int clients = 1 + trial % 4;
      double epsilon0 = 0.3 + 3 * random.nextDouble();
      double rate = 0.05 + 0.35 * random.nextDouble();
      double[][] channel = oneBit(epsilon0, 3, trial % 2 == 0, random);
      LocalGuarantee guarantee = new LocalGuarantee.BinaryResponse(epsilon0);
      Proven proven = new Proven(clients, rate, guarantee);
      for (int[] others : RealRound.dataSets(3, clients - 1)) {
        RealRound round = new RealRound(channel, others, rate);
        proven.check(round, 0, 1);
        proven.check(round, 1, 0);
      }
    }
  }

  /** What is proven for a round, at several epsilons. */
  private static final class Proven {
    private static final double[] SHARES = {0, 0.03, 0.1, 0.25, 0.45, 0.7, 0.95};

    private final double[] epsilons = new double[SHARES.length];
    private final double[] coins = new double[SHARES.length];
    private final double[] process = new double[SHARES.length];
    private final String name;

    Proven(long clients, double rate, LocalGuarantee guarantee) {
      this.name = "seed " + SEED + ": " + clients + " clients at " + rate + ", " + guarantee;
      double epsilon0 = ((LocalGuarantee.Pure) guarantee).epsilon0();
      SoundAccountant coin = accountant(clients, rate, CheckInLaw.BERNOULLI, guarantee);
      SoundAccountant poisson = accountant(clients, rate, CheckInLaw.POISSON, guarantee);
      for (int i = 0; i < SHARES.length; i++) {
        double epsilon = SHARES[i] * epsilon0;
        epsilons[i] = epsilon;
        coins[i] = coin.delta(epsilon).delta();
        process[i] = poisson.delta(epsilon).delta();
        if (guarantee instanceof LocalGuarantee.BinaryResponse && clients > 1 && epsilon > 0) {
          // Asked by itself too: the accountant would take the pair's where that is smaller.
          ThirdOrderBound bound = ThirdOrderBound.binary(clients, rate, epsilon0);
          process[i] = Math.min(process[i], bound.delta(1, epsilon));
        }
      }
    }

    /** How much of what is proven a round attains, at most. */
    double check(RealRound round, int first, int second) {
      RealRound.Outcomes byCoins = round.coins(first, second);
      RealRound.Outcomes byProcess = round.process(first, second);
      double tightest = 0;
      for (int i = 0; i < epsilons.length; i++) {
        double real = byCoins.delta(epsilons[i]);
        assertThat(real).as(name).isLessThanOrEqualTo(coins[i] + ROUNDING);
        assertThat(byProcess.delta(epsilons[i]))
            .as(name)
            .isLessThanOrEqualTo(process[i] + ROUNDING);
        tightest = Math.max(tightest, coins[i] > 1e-3 ? real / coins[i] : 0);
      }
      return tightest;
    }

    private static SoundAccountant accountant(
        long clients, double rate, CheckInLaw law, LocalGuarantee guarantee) {
      return SoundAccountant.create().compose(new CheckInRound(clients, rate, law, guarantee), 1);
    }
  }

  private static double[][] response(double epsilon0, int values) {
    double e0 = Math.exp(epsilon0);
    double[][] channel = new double[values][values];
    for (int x = 0; x < values; x++) {
      for (int v = 0; v < values; v++) {
        channel[x][v] = (x == v ? e0 : 1) / (e0 + values - 1);
      }
    }
    return channel;
  }

  private static double[][] laplace(double epsilon0, int gridSteps) {
    double r = Math.exp(-epsilon0 / gridSteps);
    double[][] channel = new double[gridSteps + 1][gridSteps + 1];
    for (int x = 0; x <= gridSteps; x++) {
      for (int y = 0; y <= gridSteps; y++) {
        double share = y == 0 || y == gridSteps ? 1 / (1 + r) : (1 - r) / (1 + r);
        channel[x][y] = share * Math.pow(r, Math.abs(x - y));
      }
    }
    return channel;
  }

  /** Two public directions; each record has a side of each, told as one bit. */
  static double[][] oneBit(double epsilon0, int records, boolean extreme, SplittableRandom random) {
    double most = 1 / (1 + Math.exp(-epsilon0));
    double[][] channel = new double[records][4];
    for (int x = 0; x < records; x++) {
      for (int direction = 0; direction < 2; direction++) {
        double share = extreme ? random.nextInt(2) : random.nextDouble();
        double told = most * share + (1 - most) * (1 - share);
        channel[x][2 * direction] = told / 2;
        channel[x][2 * direction + 1] = (1 - told) / 2;
      }
    }
    return channel;
  }
}
