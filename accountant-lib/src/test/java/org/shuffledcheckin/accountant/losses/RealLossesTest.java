package org.shuffledcheckin.accountant.losses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.Poisson;
import org.shuffledcheckin.accountant.sound.CloneAnalysis;
import org.shuffledcheckin.accountant.sound.ExactCheckInPair;

/**
 * Enumerates every outcome of real rounds with pledges, for every set of clients whose reports
 * arrive, with the number of missing reports shown to the observer.
 */
class RealLossesTest {
  private static final long SEED = 11_2026;
  private static final double[] EPSILONS = {0, 0.02, 0.1, 0.3, 0.7, 1.5};
  private static final double ROUNDING = 1e-12;

  @Test
  void delta_everySetOfArrivingClients_isBelowTheSupremumAndTheThresholdForm() {
    SplittableRandom random = new SplittableRandom(SEED);
    double tightest = 0;
    for (int trial = 0; trial < 60; trial++) {
      int clients = 2 + random.nextInt(3);
      double rate = 0.1 + 0.8 * random.nextDouble();
      int limit = random.nextInt(3);
      double epsilon0 = 0.3 + 2 * random.nextDouble();
      double[][] channel = randomisedResponse(3, epsilon0);
      int[] records = new int[clients];
      for (int i = 0; i < clients; i++) {
        records[i] = random.nextInt(3);
      }
      int replaced = (records[0] + 1 + random.nextInt(2)) % 3;
      for (int arriving = 0; arriving < 1 << clients; arriving++) {
        var p = law(channel, records, records[0], rate, arriving, limit);
        var q = law(channel, records, replaced, rate, arriving, limit);
        for (double epsilon : EPSILONS) {
          double real = hockeyStick(p, q, epsilon);
          double bound = supremum(clients, rate, epsilon0, limit, epsilon);
          String name = "seed " + SEED + " trial " + trial + " arriving " + arriving;
          assertThat(real).as(name).isLessThanOrEqualTo(bound + ROUNDING);
          tightest = Math.max(tightest, real / bound);
          for (double mass : new double[] {0.3, 0.03}) {
            assertThat(real)
                .as(name)
                .isLessThanOrEqualTo(
                    threshold(clients, rate, epsilon0, limit, mass, epsilon) + ROUNDING);
          }
        }
      }
    }
    assertThat(tightest).as("the bound is nearly reached").isGreaterThan(0.7);
  }

  /** What comparing profiles certifies, for every data set and every set of arriving clients. */
  @ParameterizedTest
  @CsvSource({"3, 0.9, 0, 1, 0.06", "4, 0.8, 0, 2, 0.05", "4, 0.9, 1, 0.7, 0.1"})
  void delta_everyDataSet_isBelowWhatIsCertified(
      int clients, double rate, int limit, double epsilon0, double mass) {
    double telling = (Math.exp(epsilon0) + 1) / (Math.exp(epsilon0) + 2);
    UnnoticedLoss unnoticed = new UnnoticedLoss(limit, rate, CheckInLaw.BERNOULLI);
    PairComparison pairs =
        new PairComparison(new CloneCounts(clients, telling * rate, epsilon0), mass);
    LossLadder ladder = new LossLadder(clients, unnoticed, pairs.negligible());
    long found = ladder.largest(clients, 0, accounted -> ladder.holds(pairs, accounted));
    assertThat(found)
        .as("more than by the threshold")
        .isGreaterThan(new LossThreshold(unnoticed, mass).clients(clients));
    ExactCheckInPair charged = ExactCheckInPair.kAryResponse(found, rate, epsilon0, 3);
    double[][] channel = randomisedResponse(3, epsilon0);
    for (int data = 0; data < Math.pow(3, clients); data++) {
      int[] records = new int[clients];
      for (int i = 0, rest = data; i < clients; i++, rest /= 3) {
        records[i] = rest % 3;
      }
      for (int arriving = 0; arriving < 1 << clients; arriving++) {
        var p = law(channel, records, records[0], rate, arriving, limit);
        var q = law(channel, records, (records[0] + 1) % 3, rate, arriving, limit);
        for (double epsilon : EPSILONS) {
          double bound = mass + (1 - mass) * charged.delta(epsilon);
          assertThat(hockeyStick(p, q, epsilon))
              .as("data set %d, arriving %d, epsilon %s", data, arriving, epsilon)
              .isLessThanOrEqualTo(bound + ROUNDING);
        }
      }
    }
  }

  /** Poisson draws: reports of each value, and missing ones, come independently of each other. */
  @ParameterizedTest
  @CsvSource({"3, 0.9, 0, 1, 0.12", "4, 1, 0, 1.5, 0.08", "4, 1, 1, 0.7, 0.2"})
  void delta_everyDataSetOfAProcess_isBelowWhatIsCertified(
      int clients, double rate, int limit, double epsilon0, double mass) {
    double telling = (Math.exp(epsilon0) + 1) / (Math.exp(epsilon0) + 2);
    UnnoticedLoss unnoticed = new UnnoticedLoss(limit, rate, CheckInLaw.POISSON);
    PureProcess process = new PureProcess(telling * rate, epsilon0);
    PairComparison pairs = new PairComparison(process, mass);
    LossLadder ladder = new LossLadder(clients, unnoticed, pairs.negligible());
    long found = ladder.largest(clients, 0, accounted -> ladder.holds(pairs, accounted));
    assertThat(found)
        .as("more than by the threshold")
        .isGreaterThan(new LossThreshold(unnoticed, mass).clients(clients));
    double[][] channel = randomisedResponse(3, epsilon0);
    for (int arriving = 1; arriving <= clients; arriving++) {
      double kept = new Poisson(rate * (clients - arriving)).cdf(limit);
      for (int data = 0; data < Math.pow(3, arriving - 1); data++) {
        double[] first = channel[0].clone();
        double[] second = channel[1].clone();
        for (int i = 1, rest = data; i < arriving; i++, rest /= 3) {
          for (int v = 0; v < 3; v++) {
            first[v] += channel[rest % 3][v];
            second[v] += channel[rest % 3][v];
          }
        }
        for (double epsilon : EPSILONS) {
          double charged = process.above(found).at(Math.expm1(epsilon));
          assertThat(kept * poisson(first, second, rate, Math.exp(epsilon), 0, 1, 1))
              .as("%d arrive, data set %d, epsilon %s", arriving, data, epsilon)
              .isLessThanOrEqualTo(mass + (1 - mass) * charged + ROUNDING);
        }
      }
    }
  }

  /** From below, because counts beyond 14 are left out. */
  private static double poisson(
      double[] p, double[] q, double rate, double factor, int value, double inP, double inQ) {
    if (value == p.length) {
      return Math.max(0, inP - factor * inQ);
    }
    double sum = 0;
    for (int k = 0; k <= 14 && inP > 1e-9; k++) {
      double first = inP * new Poisson(rate * p[value]).pmf(k);
      double second = inQ * new Poisson(rate * q[value]).pmf(k);
      sum += poisson(p, q, rate, factor, value + 1, first, second);
    }
    return sum;
  }

  private static double hockeyStick(
      Map<List<Integer>, Double> p, Map<List<Integer>, Double> q, double epsilon) {
    double sum = 0;
    for (Map.Entry<List<Integer>, Double> outcome : p.entrySet()) {
      double other = q.getOrDefault(outcome.getKey(), 0.0);
      sum += Math.max(0, outcome.getValue() - Math.exp(epsilon) * other);
    }
    return sum;
  }

  @ParameterizedTest
  @CsvSource({"6, 0.3, 1, 0, 0.1, 0.071508938733717469", "8, 0.5, 2, 0, 0.5, 0.14638922573515106"})
  void supremum_referenceCases_match(
      int clients, double rate, double epsilon0, int limit, double epsilon, double reference) {
    assertThat(supremum(clients, rate, epsilon0, limit, epsilon))
        .isCloseTo(reference, within(1e-12));
  }

  private static double supremum(
      int clients, double rate, double epsilon0, int limit, double epsilon) {
    double most = 0;
    for (int left = 1; left <= clients; left++) {
      double kept = new Binomial(clients - left, rate).cdf(limit);
      most = Math.max(most, kept * pair(left, rate, epsilon0).delta(epsilon));
    }
    return most;
  }

  private static double threshold(
      int clients, double rate, double epsilon0, int limit, double mass, double epsilon) {
    long counted =
        new LossThreshold(new UnnoticedLoss(limit, rate, CheckInLaw.BERNOULLI), mass)
            .clients(clients);
    return counted < 1 ? 1 : mass + (1 - mass) * pair(counted, rate, epsilon0).delta(epsilon);
  }

  private static ExactCheckInPair pair(long clients, double rate, double epsilon0) {
    return ExactCheckInPair.of(clients, rate, epsilon0, CloneAnalysis.CLONES23);
  }

  /** The law of what is seen: the number missing, and the counts of each value if released. */
  private static Map<List<Integer>, Double> law(
      double[][] channel, int[] records, int first, double rate, int arriving, int limit) {
    int values = channel[0].length;
    Map<List<Integer>, Double> law = new HashMap<>();
    law.put(Collections.nCopies(values + 1, 0), 1.0);
    for (int i = 0; i < records.length; i++) {
      double[] row = channel[i == 0 ? first : records[i]];
      boolean arrives = (arriving >> i & 1) == 1;
      Map<List<Integer>, Double> next = new HashMap<>();
      law.forEach(
          (seen, mass) -> {
            next.merge(seen, mass * (1 - rate), Double::sum);
            for (int v = 0; v < values; v++) {
              List<Integer> more = new ArrayList<>(seen);
              int index = arrives ? v : values;
              more.set(index, more.get(index) + 1);
              next.merge(List.copyOf(more), mass * rate * row[v], Double::sum);
            }
          });
      law = next;
    }
    Map<List<Integer>, Double> seen = new HashMap<>();
    law.forEach(
        (outcome, mass) -> {
          int missing = outcome.get(values);
          List<Integer> shown = missing <= limit ? outcome : List.of(missing);
          seen.merge(shown, mass, Double::sum);
        });
    return seen;
  }

  private static double[][] randomisedResponse(int values, double epsilon0) {
    double e0 = Math.exp(epsilon0);
    double[][] channel = new double[values][values];
    for (int i = 0; i < values; i++) {
      for (int v = 0; v < values; v++) {
        channel[i][v] = (i == v ? e0 : 1) / (e0 + values - 1);
      }
    }
    return channel;
  }
}
