package org.shuffledcheckin.accountant.sound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInRound;

/**
 * Lists every outcome of real shuffled check-in rounds of pure randomisers, for randomised response
 * and for random channels, and checks that none exceeds what is proven for all of them.
 */
class RealMechanismsTest {
  private static final long SEED = 7_2026;
  private static final double[] EPSILONS = {0, 0.02, 0.1, 0.3, 0.7, 1.5, 3};
  private static final double ROUNDING = 1e-12;

  @Test
  void delta_randomChannels_neverExceedTheProvenOne() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int trial = 0; trial < 120; trial++) {
      int clients = 1 + random.nextInt(6);
      double rate = trial % 5 == 0 ? 1 : random.nextDouble();
      double[][] channel =
          trial % 3 == 0 ? randomisedResponse(2 + random.nextInt(2), random) : channel(random);
      checkBernoulli(channel, clients, rate, rate, random, "seed " + SEED + " trial " + trial);
    }
  }

  @Test
  void delta_clientWithAnotherRate_neverExceedsTheProvenOne() {
    SplittableRandom random = new SplittableRandom(SEED + 1);
    for (int trial = 0; trial < 60; trial++) {
      int clients = 2 + random.nextInt(5);
      double rate = trial % 7 == 0 ? 1 : random.nextDouble();
      double ownRate = trial % 9 == 0 ? 1 : random.nextDouble();
      checkBernoulli(
          channel(random), clients, rate, ownRate, random, "seed " + SEED + " trial " + trial);
    }
  }

  /**
   * Columns of ones and e0 are the extreme channels: every other one is a mixture of them. Every
   * data set, both laws.
   */
  @Test
  void delta_extremeChannels_neverExceedTheProvenOne() {
    SplittableRandom random = new SplittableRandom(SEED + 3);
    for (int trial = 0; trial < 60; trial++) {
      double[][] channel = extremeChannel(Math.exp(0.2 + 2.5 * random.nextDouble()), random);
      int clients = 1 + random.nextInt(4);
      double rate = trial % 5 == 0 ? 1 : random.nextDouble();
      double epsilon0 = privacyOf(channel);
      double[] coins = proven(Rounds.pure(clients, rate, epsilon0));
      double[] process = proven(Rounds.purePoisson(clients, 0.3 * rate, epsilon0));
      for (int[] others : RealRound.dataSets(channel.length, clients - 1)) {
        for (int record = 0; record < channel.length; record++) {
          int second = (record + 1) % channel.length;
          RealRound.Outcomes tossed = new RealRound(channel, others, rate).coins(record, second);
          RealRound.Outcomes drawn =
              new RealRound(channel, others, 0.3 * rate).process(second, record);
          for (int i = 0; i < EPSILONS.length; i++) {
            String name = "seed " + SEED + " trial " + trial + " epsilon " + EPSILONS[i];
            assertThat(tossed.delta(EPSILONS[i])).as(name).isLessThanOrEqualTo(coins[i] + ROUNDING);
            assertThat(drawn.delta(EPSILONS[i]))
                .as(name)
                .isLessThanOrEqualTo(process[i] + ROUNDING);
          }
        }
      }
    }
  }

  @Test
  void delta_poissonCheckIns_neverExceedTheProvenOne() {
    SplittableRandom random = new SplittableRandom(SEED + 2);
    double tightest = 0;
    for (int trial = 0; trial < 40; trial++) {
      int clients = 1 + random.nextInt(4);
      double rate = 0.05 + 0.45 * random.nextDouble();
      double[][] channel = trial % 2 == 0 ? randomisedResponse(3, random) : channel(random);
      int record = random.nextInt(channel.length);
      RealRound.Outcomes outcomes =
          new RealRound(channel, records(channel.length, clients - 1, random), rate)
              .process(record, other(channel.length, record, random));
      SoundAccountant accountant =
          SoundAccountant.create()
              .compose(Rounds.purePoisson(clients, rate, privacyOf(channel)), 1);
      for (double epsilon : EPSILONS) {
        double real = outcomes.delta(epsilon);
        double proven = accountant.delta(epsilon).delta();
        assertThat(real).as("seed %d trial %d", SEED, trial).isLessThanOrEqualTo(proven + ROUNDING);
        tightest = Math.max(tightest, proven > 1e-3 ? real / proven : 0);
      }
    }
    assertThat(tightest).as("the bound is reached, nearly").isGreaterThan(0.8);
  }

  private static double[] proven(CheckInRound round) {
    SoundAccountant accountant = SoundAccountant.create().compose(round, 1);
    return Arrays.stream(EPSILONS).map(epsilon -> accountant.delta(epsilon).delta()).toArray();
  }

  private static void checkBernoulli(
      double[][] channel,
      int clients,
      double rate,
      double ownRate,
      SplittableRandom random,
      String name) {
    int record = random.nextInt(channel.length);
    RealRound.Outcomes outcomes =
        new RealRound(channel, records(channel.length, clients - 1, random), rate, ownRate)
            .coins(record, other(channel.length, record, random));
    double epsilon0 = privacyOf(channel);
    SoundAccountant accountant =
        rate == ownRate
            ? SoundAccountant.create().compose(Rounds.pure(clients, rate, epsilon0), 1)
            : SoundAccountant.create(SoundOptions.DEFAULT.withOwnRate(ownRate))
                .compose(Rounds.pure(clients - 1, rate, epsilon0), 1);
    for (double epsilon : EPSILONS) {
      assertThat(outcomes.delta(epsilon))
          .as("%s epsilon %s epsilon0 %s", name, epsilon, epsilon0)
          .isLessThanOrEqualTo(accountant.delta(epsilon).delta() + ROUNDING);
    }
  }

  private static double[][] randomisedResponse(int values, SplittableRandom random) {
    double e0 = Math.exp(0.3 + 3 * random.nextDouble());
    double[][] channel = new double[values][values];
    for (int x = 0; x < values; x++) {
      for (int v = 0; v < values; v++) {
        channel[x][v] = (x == v ? e0 : 1) / (e0 + values - 1);
      }
    }
    return channel;
  }

  /** Three inputs whose rows are proportional to 1 or e0 in every column, scaled to sum to one. */
  private static double[][] extremeChannel(double e0, SplittableRandom random) {
    while (true) {
      int values = 2 + random.nextInt(4);
      double[][] channel = new double[3][values];
      double[] totals = new double[3];
      for (int v = 0; v < values; v++) {
        double weight = random.nextDouble();
        for (int x = 0; x < 3; x++) {
          channel[x][v] = weight * (random.nextBoolean() ? e0 : 1);
          totals[x] += channel[x][v];
        }
      }
      // The heavier rows lose what is too much in a common last column, within the ratio.
      double most = Math.max(totals[0], Math.max(totals[1], totals[2]));
      double least = Math.min(totals[0], Math.min(totals[1], totals[2]));
      double filler = (most - least) / (e0 - 1);
      double[][] filled = new double[3][values + 1];
      for (int x = 0; x < 3; x++) {
        System.arraycopy(channel[x], 0, filled[x], 0, values);
        filled[x][values] = filler + most - totals[x];
        for (int v = 0; v <= values; v++) {
          filled[x][v] /= most + filler;
        }
      }
      if (filler > 0) {
        return filled;
      }
    }
  }

  private static double[][] channel(SplittableRandom random) {
    int inputs = 2 + random.nextInt(3);
    int values = 2 + random.nextInt(2);
    double spread = 0.2 + 2.5 * random.nextDouble();
    double[][] channel = new double[inputs][values];
    for (double[] row : channel) {
      double total = 0;
      for (int v = 0; v < values; v++) {
        row[v] = Math.exp(spread * random.nextDouble());
        total += row[v];
      }
      for (int v = 0; v < values; v++) {
        row[v] /= total;
      }
    }
    return channel;
  }

  private static double privacyOf(double[][] channel) {
    double worst = 1e-9;
    for (double[] a : channel) {
      for (double[] b : channel) {
        for (int v = 0; v < a.length; v++) {
          worst = Math.max(worst, Math.log(a[v] / b[v]));
        }
      }
    }
    return worst;
  }

  private static int[] records(int inputs, int clients, SplittableRandom random) {
    int[] records = new int[clients];
    for (int i = 0; i < clients; i++) {
      records[i] = random.nextInt(inputs);
    }
    return records;
  }

  private static int other(int inputs, int record, SplittableRandom random) {
    return (record + 1 + random.nextInt(inputs - 1)) % inputs;
  }
}
