package org.shuffledcheckin.accountant.sound;

import java.util.ArrayList;
import java.util.List;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.numeric.LogGamma;

/**
 * The check-in pair of few clients with every outcome enumerated: the slow, exact counterpart of
 * the accountant's pair, for checking it. Not for more than about a hundred clients.
 */
public final class ExactCheckInPair {
  private static final long MOST_CLIENTS = 128;

  private final List<Outcome> outcomes = new ArrayList<>();

  /** Lists the outcomes of types a, b (exchanged between P and Q), z (common) and leftovers. */
  private ExactCheckInPair(long clients, double rate, Types types) {
    Arguments.requireAtLeast("clients", clients, 1);
    if (clients > MOST_CLIENTS) {
      throw new IllegalArgumentException(
          "clients must be at most " + MOST_CLIENTS + " to be enumerated but are " + clients);
    }
    Arguments.requireProbability("check-in rate", rate);
    long mostCommon = types.common > 0 ? clients : 0;
    for (long a = 0; a <= clients; a++) {
      for (long b = 0; a + b <= clients; b++) {
        for (long z = 0; z <= mostCommon && a + b + z <= clients; z++) {
          for (long c = 0; a + b + z + c <= clients; c++) {
            add(clients, rate, types, new long[] {a, b, z, c});
          }
        }
      }
    }
  }

  /** The pair of the proven analysis, or of the tighter one. */
  public static ExactCheckInPair of(
      long clients, double rate, double epsilon0, CloneAnalysis analysis) {
    double clone = analysis.cloneProbability(Arguments.requirePositive("epsilon0", epsilon0));
    double q = 1 / (1 + Math.exp(-epsilon0));
    return new ExactCheckInPair(clients, rate, new Types(clone, 0, q / clone, (1 - q) / clone, 0));
  }

  /**
   * The pair in which the differing client's report is of a third, common type with probability 1 -
   * share, and other clients' reports are clones of all three types.
   */
  public static ExactCheckInPair threeTypes(
      long clients, double rate, double epsilon0, double share) {
    double e0 = Math.exp(Arguments.requirePositive("epsilon0", epsilon0));
    Arguments.requireProbability("share", share);
    Types types = new Types(share / (e0 + 1), (1 - share) / e0, e0, 1, e0);
    return new ExactCheckInPair(clients, rate, types);
  }

  /** The hockey-stick divergence of one round. */
  public double delta(double epsilon) {
    double factor = Math.exp(epsilon);
    return outcomes.stream().mapToDouble(o -> Math.max(0, o.p() - factor * o.q())).sum();
  }

  /** The Renyi divergence of one round. */
  public double renyi(double order) {
    double sum = 0;
    for (Outcome o : outcomes) {
      sum += o.p() * Math.pow(o.p() / o.q(), order - 1);
    }
    return Math.log(sum) / (order - 1);
  }

  /** The hockey-stick divergence of two rounds. */
  public double deltaOfTwo(double epsilon) {
    double factor = Math.exp(epsilon);
    double sum = 0;
    for (Outcome first : outcomes) {
      for (Outcome second : outcomes) {
        sum += Math.max(0, first.p() * second.p() - factor * first.q() * second.q());
      }
    }
    return sum;
  }

  private void add(long clients, double rate, Types types, long[] counts) {
    long absent = clients - counts[0] - counts[1] - counts[2] - counts[3];
    double leftover = 1 - 2 * types.copy - types.common;
    double log =
        LogGamma.logFactorial(clients)
            + term(counts[0] + counts[1], rate * types.copy)
            - LogGamma.logFactorial(counts[0])
            - LogGamma.logFactorial(counts[1])
            + term(counts[2], rate * types.common)
            - LogGamma.logFactorial(counts[2])
            + term(counts[3], rate * leftover)
            - LogGamma.logFactorial(counts[3])
            + term(absent, 1 - rate)
            - LogGamma.logFactorial(absent);
    double weight = Math.exp(log) / clients;
    double common = absent + types.commonWeight * counts[2];
    double p = weight * (common + types.high * counts[0] + types.low * counts[1]);
    double q = weight * (common + types.low * counts[0] + types.high * counts[1]);
    if (p > 0 || q > 0) {
      outcomes.add(new Outcome(p, q));
    }
  }

  private static double term(long count, double probability) {
    return count == 0 ? 0 : count * Math.log(probability);
  }

  private record Outcome(double p, double q) {}

  /** Probabilities of the clone and common types, and how likely the differing client is each. */
  private record Types(double copy, double common, double high, double low, double commonWeight) {}
}
