package org.shuffledcheckin.accountant.sound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.numeric.Poisson;

/**
 * Enumerates every outcome of real shuffled check-in rounds, for k-ary randomised response and for
 * random channels, and checks that none exceeds what is proven.
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

  /** Columns of ones and e0 are the extreme channels: every other one is a mixture of them. */
  @Test
  void delta_extremeChannels_neverExceedTheProvenOne() {
    SplittableRandom random = new SplittableRandom(SEED + 3);
    for (int trial = 0; trial < 200; trial++) {
      double e0 = Math.exp(0.2 + 2.5 * random.nextDouble());
      double[][] channel = extremeChannel(e0, random);
      int clients = 1 + random.nextInt(4);
      double rate = trial % 5 == 0 ? 1 : random.nextDouble();
      checkBernoulli(channel, clients, rate, rate, random, "seed " + SEED + " trial " + trial);
    }
  }

  @Test
  void delta_kAryResponse_neverExceedsItsOwnBound() {
    SplittableRandom random = new SplittableRandom(SEED + 4);
    double tightest = 0;
    for (int trial = 0; trial < 60; trial++) {
      int values = 2 + random.nextInt(4);
      double[][] channel = randomisedResponse(values, random);
      LocalGuarantee guarantee = new LocalGuarantee.KAryResponse(privacyOf(channel), values);
      int clients = 1 + random.nextInt(4);
      double rate = 0.05 + 0.45 * random.nextDouble();
      int[] records = records(values, clients, random);
      int replaced = other(values, records[0], random);
      Map<List<Integer>, Double> p = histogram(channel, records, records[0], rate, rate);
      Map<List<Integer>, Double> q = histogram(channel, records, replaced, rate, rate);
      double[] processP = intensities(channel, records, records[0], rate);
      double[] processQ = intensities(channel, records, replaced, rate);
      SoundAccountant coin = accountant(clients, rate, CheckInLaw.BERNOULLI, guarantee);
      SoundAccountant poisson = accountant(clients, rate, CheckInLaw.POISSON, guarantee);
      for (double epsilon : EPSILONS) {
        double real = 0;
        for (Map.Entry<List<Integer>, Double> outcome : p.entrySet()) {
          double other = q.getOrDefault(outcome.getKey(), 0.0);
          real += Math.max(0, outcome.getValue() - Math.exp(epsilon) * other);
        }
        double proven = coin.delta(epsilon).delta();
        assertThat(real).as("seed %d trial %d", SEED, trial).isLessThanOrEqualTo(proven + ROUNDING);
        tightest = Math.max(tightest, proven > 1e-3 ? real / proven : 0);
        assertThat(poissonDelta(processP, processQ, epsilon))
            .as("seed %d trial %d", SEED, trial)
            .isLessThanOrEqualTo(poisson.delta(epsilon).delta() + ROUNDING);
      }
    }
    assertThat(tightest).as("the bound is reached, nearly").isGreaterThan(0.95);
  }

  @Test
  void delta_poissonCheckIns_neverExceedTheProvenOne() {
    SplittableRandom random = new SplittableRandom(SEED + 2);
    double tightest = 0;
    for (int trial = 0; trial < 40; trial++) {
      int clients = 1 + random.nextInt(4);
      double rate = 0.05 + 0.45 * random.nextDouble();
      double[][] channel = trial % 2 == 0 ? randomisedResponse(3, random) : channel(random);
      int[] records = records(channel.length, clients, random);
      double[] p = intensities(channel, records, records[0], rate);
      double[] q = intensities(channel, records, other(channel.length, records[0], random), rate);
      SoundAccountant accountant =
          SoundAccountant.create()
              .compose(Rounds.purePoisson(clients, rate, privacyOf(channel)), 1);
      for (double epsilon : EPSILONS) {
        double real = poissonDelta(p, q, epsilon);
        double proven = accountant.delta(epsilon).delta();
        assertThat(real).as("seed %d trial %d", SEED, trial).isLessThanOrEqualTo(proven + ROUNDING);
        tightest = Math.max(tightest, proven > 1e-3 ? real / proven : 0);
      }
    }
    assertThat(tightest).as("the bound is reached, nearly").isGreaterThan(0.8);
  }

  private static void checkBernoulli(
      double[][] channel,
      int clients,
      double rate,
      double ownRate,
      SplittableRandom random,
      String name) {
    int[] records = records(channel.length, clients, random);
    int replaced = other(channel.length, records[0], random);
    Map<List<Integer>, Double> p = histogram(channel, records, records[0], rate, ownRate);
    Map<List<Integer>, Double> q = histogram(channel, records, replaced, rate, ownRate);
    double epsilon0 = privacyOf(channel);
    SoundAccountant accountant =
        rate == ownRate
            ? SoundAccountant.create().compose(Rounds.pure(clients, rate, epsilon0), 1)
            : SoundAccountant.create(SoundOptions.DEFAULT.withOwnRate(ownRate))
                .compose(Rounds.pure(clients - 1, rate, epsilon0), 1);
    for (double epsilon : EPSILONS) {
      double real = 0;
      for (Map.Entry<List<Integer>, Double> outcome : p.entrySet()) {
        double other = q.getOrDefault(outcome.getKey(), 0.0);
        real += Math.max(0, outcome.getValue() - Math.exp(epsilon) * other);
      }
      double proven = accountant.delta(epsilon).delta();
      assertThat(real)
          .as("%s epsilon %s epsilon0 %s", name, epsilon, epsilon0)
          .isLessThanOrEqualTo(proven + ROUNDING);
    }
  }

  /** The law of how many reports of each value leave the shuffler. */
  private static Map<List<Integer>, Double> histogram(
      double[][] channel, int[] records, int first, double rate, double ownRate) {
    int values = channel[0].length;
    Map<List<Integer>, Double> law = new HashMap<>();
    law.put(Collections.nCopies(values, 0), 1.0);
    for (int i = 0; i < records.length; i++) {
      double[] row = channel[i == 0 ? first : records[i]];
      double checkIn = i == 0 ? ownRate : rate;
      Map<List<Integer>, Double> next = new HashMap<>();
      law.forEach(
          (counts, mass) -> {
            next.merge(counts, mass * (1 - checkIn), Double::sum);
            for (int v = 0; v < values; v++) {
              List<Integer> more = new ArrayList<>(counts);
              more.set(v, more.get(v) + 1);
              next.merge(List.copyOf(more), mass * checkIn * row[v], Double::sum);
            }
          });
      law = next;
    }
    return law;
  }

  private static double[] intensities(double[][] channel, int[] records, int first, double rate) {
    double[] sums = new double[channel[0].length];
    for (int i = 0; i < records.length; i++) {
      double[] row = channel[i == 0 ? first : records[i]];
      for (int v = 0; v < sums.length; v++) {
        sums[v] += rate * row[v];
      }
    }
    return sums;
  }

  /** From below, because counts beyond 16 are left out. */
  private static double poissonDelta(double[] p, double[] q, double epsilon) {
    return poissonDelta(p, q, Math.exp(epsilon), 0, 1, 1);
  }

  private static double poissonDelta(
      double[] p, double[] q, double factor, int value, double massP, double massQ) {
    if (value == p.length) {
      return Math.max(0, massP - factor * massQ);
    }
    double sum = 0;
    for (int k = 0; k <= 16; k++) {
      double inP = massP * new Poisson(p[value]).pmf(k);
      if (inP < 1e-12) {
        break;
      }
      sum += poissonDelta(p, q, factor, value + 1, inP, massQ * new Poisson(q[value]).pmf(k));
    }
    return sum;
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

  private static SoundAccountant accountant(
      long clients, double rate, CheckInLaw law, LocalGuarantee guarantee) {
    return SoundAccountant.create().compose(new CheckInRound(clients, rate, law, guarantee), 1);
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
