package org.shuffledcheckin.accountant.sums;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.sound.SubsampledGaussian;

/** Real sums of integer reports with discrete noise, on all data sets, against what is charged. */
class RealSumsTest {
  private static final double[] EPSILONS = {0, 0.05, 0.2, 0.5, 1, 2};

  /** What summing doubles may be off by. */
  private static final double ROUNDING = 1e-12;

  private static final SumLaw NOISE = SumLaw.noise(4, 1, 0);

  /** Every data set of four clients, every verdict that keeps a report, every set that arrives. */
  @Test
  void delta_allDataSetsAndVerdictsOfFewClients_isAtMostThePairs() {
    double rate = 0.6;
    double noise = 4;
    int bound = 6;
    double mu = 2 * bound / Math.sqrt(noise * noise - 4);
    double closest = 0;
    for (int arriving = 1; arriving <= 4; arriving++) {
      SubsampledGaussian pair = new SubsampledGaussian(arriving, rate, mu);
      Binomial reports = new Binomial(arriving, rate);
      SumLaw[] noises = noises(noise, arriving, arriving * bound);
      for (int[] data : dataSets(arriving, bound)) {
        double[][] worst = new double[arriving + 1][EPSILONS.length];
        for (int kept = 1; kept <= arriving; kept++) {
          SumLaw with = sum(noises[kept], data, data[0], kept);
          for (int other : new int[] {-bound, 0, bound}) {
            SumLaw without = sum(noises[kept], data, other, kept);
            for (int e = 0; e < EPSILONS.length; e++) {
              double stick = with.hockeyStick(without, Math.exp(EPSILONS[e]));
              // Of k reports a verdict may keep any number: the worst one.
              for (int k = kept; k <= arriving; k++) {
                worst[k][e] = Math.max(worst[k][e], stick);
              }
            }
          }
        }
        for (int e = 0; e < EPSILONS.length; e++) {
          double real = 0;
          for (int k = 1; k <= arriving; k++) {
            real += reports.pmf(k) * worst[k][e];
          }
          double charged = pair.delta(EPSILONS[e]).delta();
          assertThat(real).isLessThanOrEqualTo(charged + ROUNDING);
          closest = Math.max(closest, real / charged);
        }
      }
    }
    assertThat(closest).as("the bound is nearly attained").isBetween(0.9, 1.0);
  }

  /** The whole round with its masses: any number of clients lost, any of the others' records. */
  @Test
  void accounted_anyLossesAndLeastVerdicts_holds() {
    for (long lossLimit : new long[] {0, 2}) {
      SummedRound round =
          new SummedRound(
              40, 1, 0.9, new SumNoise.Discrete(4, 20), 1, new ReleaseRule(lossLimit, 8, 0.3));
      CheckInRound charged = round.accounted();
      double mu = ((LocalGuarantee.GaussianSum) charged.guarantee()).mu();
      SubsampledGaussian pair = new SubsampledGaussian(charged.clients(), 0.9, mu);
      SumLaw[] noises = noises(4, 40, 41 * 40);
      for (int arriving = 1; arriving <= 40; arriving += 3) {
        double unnoticed = new Binomial(40 - arriving, 0.9).cdf(lossLimit);
        for (int e = 0; e < EPSILONS.length; e += 2) {
          double real = unnoticed * realDelta(round, arriving, noises, EPSILONS[e]);
          double finite = pair.delta(EPSILONS[e]).delta();
          assertThat(real)
              .isLessThanOrEqualTo(finite + (1 - finite) * charged.lossMass() + ROUNDING);
        }
      }
    }
  }

  /**
   * The protocol played through, with clients lost, a dishonest one, and honest reports struck
   * blindly. By Hoeffding's inequality each of the two frequencies is off by more than 0.011 with
   * probability 2 exp(-2 * 60000 * 0.011^2) < 1e-6.
   */
  @Test
  void accounted_simulatedRounds_tellNoMoreApart() {
    long seed = new SplittableRandom().nextLong();
    SplittableRandom random = new SplittableRandom(seed);
    SummedRound round =
        new SummedRound(40, 1, 0.9, new SumNoise.Discrete(4, 20), 1, new ReleaseRule(2, 8, 0.3));
    CheckInRound charged = round.accounted();
    double mu = ((LocalGuarantee.GaussianSum) charged.guarantee()).mu();
    SubsampledGaussian pair = new SubsampledGaussian(charged.clients(), 0.9, mu);
    int trials = 60_000;
    int[] above = new int[2];
    for (int data = 0; data < 2; data++) {
      for (int i = 0; i < trials; i++) {
        above[data] += isAbove(round, data == 0 ? 20 : -20, random) ? 1 : 0;
      }
    }
    double seen = (above[0] - above[1]) / (double) trials;
    assertThat(seen).as("seed %d", seed).isGreaterThan(0.1);
    assertThat(seen - 0.022).as("seed %d", seed).isLessThanOrEqualTo(pair.delta(0).delta());
  }

  /** Whether the released sum, all others at the lower end, is nearer to one data set. */
  private static boolean isAbove(SummedRound round, int first, SplittableRandom random) {
    List<Integer> arrived = new ArrayList<>();
    int missing = 0;
    for (int client = 0; client < round.honest(); client++) {
      boolean heads = random.nextDouble() < round.rate();
      // The last client's reports never arrive.
      if (heads && client == round.honest() - 1) {
        missing++;
      } else if (heads) {
        arrived.add((client == 0 ? first : -round.noise().gridBound()) + NOISE.draw(random));
      }
    }
    long kept = round.release().leastKept(arrived.size() + 1L) - 1;
    if (missing > round.release().lossLimit()) {
      return false;
    }
    Collections.shuffle(arrived, new Random(random.nextLong()));
    long sum = 0;
    for (int i = 0; i < kept; i++) {
      sum += arrived.get(i);
    }
    return sum > -(kept - 1) * round.noise().gridBound();
  }

  /** Client 1 at the two ends, any number of the others at the upper one; the least is kept. */
  private static double realDelta(
      SummedRound round, int arriving, SumLaw[] noises, double epsilon) {
    Binomial reports = new Binomial(arriving, round.rate());
    double worst = 0;
    for (int upper = 0; upper < arriving; upper += 4) {
      double sum = 0;
      for (int k = 1; k <= arriving; k++) {
        // The dishonest client's report is kept, honest ones are struck.
        long kept = round.release().leastKept(k + round.dishonest()) - round.dishonest();
        if (kept <= k && reports.pmf(k) > 1e-14) {
          SumLaw noise = noises[(int) kept];
          SumLaw with = sum(noise, arriving, (int) kept, upper, round.noise().gridBound(), true);
          SumLaw without =
              sum(noise, arriving, (int) kept, upper, round.noise().gridBound(), false);
          sum += reports.pmf(k) * with.hockeyStick(without, Math.exp(epsilon));
        }
      }
      worst = Math.max(worst, sum);
    }
    return worst;
  }

  /** The sum of a uniform subset where all records are at one of two ends. */
  private static SumLaw sum(
      SumLaw noise, int clients, int kept, int othersUpper, int bound, boolean firstUpper) {
    int upper = othersUpper + (firstUpper ? 1 : 0);
    return noise.mixed(
        -kept * bound,
        kept * bound,
        2 * bound,
        shift -> {
          int inside = (shift + kept * bound) / (2 * bound);
          return choose(upper, inside)
              * choose(clients - upper, kept - inside)
              / choose(clients, kept);
        });
  }

  private static double choose(int n, int k) {
    if (k < 0 || k > n) {
      return 0;
    }
    double product = 1;
    for (int i = 1; i <= k; i++) {
      product *= (double) (n - k + i) / i;
    }
    return product;
  }

  private static SumLaw[] noises(double s, int most, int room) {
    SumLaw[] noises = new SumLaw[most + 1];
    for (int k = 1; k <= most; k++) {
      noises[k] = SumLaw.noise(s, k, room);
    }
    return noises;
  }

  /** The sum of a uniform subset of so many of the records, the first of which is exchanged. */
  private static SumLaw sum(SumLaw noise, int[] data, int first, int kept) {
    int most = 0;
    for (int value : data) {
      most += Math.abs(value);
    }
    int span = most + Math.abs(first);
    double[] weights = new double[2 * span + 1];
    int subsets = 0;
    for (int set = 0; set < 1 << data.length; set++) {
      if (Integer.bitCount(set) == kept) {
        int sum = 0;
        for (int i = 0; i < data.length; i++) {
          sum += (set >> i & 1) * (i == 0 ? first : data[i]);
        }
        weights[sum + span]++;
        subsets++;
      }
    }
    double count = subsets;
    return noise.mixed(-span, span, 1, shift -> weights[shift + span] / count);
  }

  private static List<int[]> dataSets(int clients, int bound) {
    List<int[]> sets = new ArrayList<>();
    int count = (int) Math.pow(3, clients);
    for (int code = 0; code < count; code++) {
      int[] data = new int[clients];
      for (int i = 0, rest = code; i < clients; i++, rest /= 3) {
        data[i] = (rest % 3 - 1) * bound;
      }
      sets.add(data);
    }
    return sets;
  }
}
