package org.shuffledcheckin.accountant.sound;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shuffledcheckin.accountant.numeric.Poisson;

/**
 * One round of a real randomiser on a real data set, every outcome listed.
 *
 * @param channel the law of a report of each record
 * @param others the records of all clients but the first
 * @param rate of the others' draws
 * @param ownRate of the first client's draw
 */
@SuppressWarnings("ArrayRecordComponent") // a test's fixture, never compared
record RealRound(double[][] channel, int[] others, double rate, double ownRate) {
  /** No client draws more; what is left out only makes the real round look better. */
  private static final int MOST_REPORTS = 16;

  private static final double RAREST = 1e-12;

  /** A round in which all clients have the same rate. */
  RealRound(double[][] channel, int[] others, double rate) {
    this(channel, others, rate, rate);
  }

  /** Every data set of so many other clients, but for their order. */
  static List<int[]> dataSets(int records, int others) {
    List<int[]> sets = new ArrayList<>();
    addDataSets(sets, new int[others], 0, records);
    return sets;
  }

  private static void addDataSets(List<int[]> sets, int[] prefix, int size, int records) {
    if (size == prefix.length) {
      sets.add(prefix.clone());
      return;
    }
    for (int record = size == 0 ? 0 : prefix[size - 1]; record < records; record++) {
      prefix[size] = record;
      addDataSets(sets, prefix, size + 1, records);
    }
  }

  /** What the first client's two records lead to. */
  static final class Outcomes {
    private final List<double[]> pairs = new ArrayList<>();

    private void add(double first, double second) {
      pairs.add(new double[] {first, second});
    }

    /** The hockey stick at e^epsilon. */
    double delta(double epsilon) {
      double factor = Math.exp(epsilon);
      return pairs.stream().mapToDouble(pair -> Math.max(0, pair[0] - factor * pair[1])).sum();
    }
  }

  /** The numbers of reports of each value, with coins. */
  Outcomes coins(int first, int second) {
    Map<List<Integer>, Double> one = histogram(first);
    Map<List<Integer>, Double> two = histogram(second);
    Outcomes outcomes = new Outcomes();
    one.forEach((counts, mass) -> outcomes.add(mass, two.getOrDefault(counts, 0.0)));
    return outcomes;
  }

  /** The same with Poisson draws, the rarest left out. */
  Outcomes process(int first, int second) {
    Outcomes outcomes = new Outcomes();
    addCounts(outcomes, intensities(first), intensities(second), 0, 1, 1);
    return outcomes;
  }

  /** The mean numbers of reports of each value, with a record of the first client. */
  double[] intensities(int first) {
    double[] sums = new double[channel[0].length];
    add(sums, channel[first], ownRate);
    for (int record : others) {
      add(sums, channel[record], rate);
    }
    return sums;
  }

  private static void add(double[] sums, double[] row, double rate) {
    for (int v = 0; v < sums.length; v++) {
      sums[v] += rate * row[v];
    }
  }

  private Map<List<Integer>, Double> histogram(int first) {
    Map<List<Integer>, Double> law = new HashMap<>();
    law.put(Collections.nCopies(channel[0].length, 0), 1.0);
    law = withClient(law, channel[first], ownRate);
    for (int record : others) {
      law = withClient(law, channel[record], rate);
    }
    return law;
  }

  private static Map<List<Integer>, Double> withClient(
      Map<List<Integer>, Double> law, double[] row, double rate) {
    Map<List<Integer>, Double> next = new HashMap<>();
    law.forEach(
        (counts, mass) -> {
          next.merge(counts, mass * (1 - rate), Double::sum);
          for (int v = 0; v < row.length; v++) {
            List<Integer> more = new ArrayList<>(counts);
            more.set(v, more.get(v) + 1);
            next.merge(List.copyOf(more), mass * rate * row[v], Double::sum);
          }
        });
    return next;
  }

  private static void addCounts(
      Outcomes outcomes, double[] p, double[] q, int value, double massP, double massQ) {
    if (value == p.length) {
      outcomes.add(massP, massQ);
      return;
    }
    Poisson first = new Poisson(p[value]);
    Poisson second = new Poisson(q[value]);
    for (int k = 0; k <= MOST_REPORTS; k++) {
      double inP = massP * first.pmf(k);
      if (inP < RAREST) {
        break;
      }
      addCounts(outcomes, p, q, value + 1, inP, massQ * second.pmf(k));
    }
  }
}
