package org.shuffledcheckin.accountant.sound;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.LogSpace;
import org.shuffledcheckin.accountant.numeric.SecondOrder;

/**
 * One round of check-in for a pair of output laws over a few kinds of reports, enumerated outcome
 * by outcome: exact to rounding, for checking the accountant's pair and for small n. Every client
 * is absent or sends one kind; the differing client's probability of a kind is the others' times a
 * weight, which depends on its record.
 */
public final class ExactCheckInPair {
  /** Beyond this many outcomes enumeration is refused. */
  private static final int MAX_OUTCOMES = 20_000_000;

  /** Outcomes rarer than e^−180 are left out where there are many. */
  private static final double RAREST = -180;

  /** From this exponent on moments are summed by their logarithms. */
  private static final double OVERFLOW = 600;

  /**
   * One kind of report.
   *
   * @param others how often another client that checks in sends it
   * @param first the differing client's probability divided by the others', with the first record
   * @param second the same with the second record
   */
  private record Symbol(double others, double first, double second) {}

  private final long clients;
  private final double checkInRate;
  private final List<Symbol> symbols;
  private double[] first = new double[1024];
  private double[] second = new double[1024];
  private int size;

  private ExactCheckInPair(long clients, double checkInRate, List<Symbol> symbols) {
    this.clients = Arguments.requireAtLeast("clients", clients, 1);
    this.checkInRate = Arguments.requireProbability("check-in rate", checkInRate);
    this.symbols = symbols;
    enumerate(0, clients, 1, 0, 0, 0);
  }

  /** The pair of an analysis of clones, which dominates every ε0-LDP randomiser if it is proven. */
  public static ExactCheckInPair of(
      long clients, double checkInRate, double epsilon0, CloneAnalysis analysis) {
    double p = analysis.cloneProbability(Arguments.requirePositive("epsilon0", epsilon0));
    double high = 1 / ((1 + Math.exp(-epsilon0)) * p);
    double low = high * Math.exp(-epsilon0);
    return new ExactCheckInPair(
        clients,
        checkInRate,
        List.of(new Symbol(p, high, low), new Symbol(p, low, high), new Symbol(1 - 2 * p, 0, 0)));
  }

  /** The pair of k-ary randomised response, which dominates its rounds. */
  public static ExactCheckInPair kAryResponse(
      long clients, double checkInRate, double epsilon0, int values) {
    double telling = PureResponse.of(new LocalGuarantee.KAryResponse(epsilon0, values)).telling();
    return of(clients, telling * checkInRate, epsilon0, CloneAnalysis.CLONES23);
  }

  /**
   * The pair of a client that sends one of two telling kinds with the given share and a third kind
   * otherwise, which others send e^ε0 times less often than that client.
   */
  public static ExactCheckInPair threeKinds(
      long clients, double checkInRate, double epsilon0, double share) {
    double e0 = Math.exp(Arguments.requirePositive("epsilon0", epsilon0));
    Arguments.requireProbability("share", share);
    double p = share / (e0 + 1);
    double third = (1 - share) / e0;
    return new ExactCheckInPair(
        clients,
        checkInRate,
        List.of(
            new Symbol(p, e0, 1),
            new Symbol(p, 1, e0),
            new Symbol(1 - 2 * p - third, 0, 0),
            new Symbol(third, e0, e0)));
  }

  /** The hockey-stick divergence at e^epsilon. */
  public double delta(double epsilon) {
    double factor = Math.exp(epsilon);
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += Math.max(0, first[i] - factor * second[i]);
    }
    return sum;
  }

  /** The Rényi divergence of an order. */
  public double divergence(double order) {
    double largest = 0;
    double excess = 0;
    double log = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < size; i++) {
      double logRatio = Math.log(first[i] / second[i]);
      largest = Math.max(largest, order * logRatio);
      excess += second[i] * SecondOrder.powerExcess(order, logRatio);
      log = LogSpace.add(log, Math.log(second[i]) + order * logRatio);
    }
    return (largest > OVERFLOW ? log : Math.log1p(excess)) / (order - 1);
  }

  /** The hockey-stick divergence at e^epsilon of two independent rounds. */
  public double deltaOfTwoRounds(double epsilon) {
    Integer[] byRatio = IntStream.range(0, size).boxed().toArray(Integer[]::new);
    Arrays.sort(byRatio, Comparator.comparingDouble((Integer i) -> first[i] / second[i]));
    double[] firstAbove = new double[size + 1];
    double[] secondAbove = new double[size + 1];
    for (int i = size - 1; i >= 0; i--) {
      firstAbove[i] = firstAbove[i + 1] + first[byRatio[i]];
      secondAbove[i] = secondAbove[i + 1] + second[byRatio[i]];
    }
    double factor = Math.exp(epsilon);
    double sum = 0;
    int start = size;
    for (int i : byRatio) {
      while (start > 0
          && first[i] * first[byRatio[start - 1]]
              > factor * second[i] * second[byRatio[start - 1]]) {
        start--;
      }
      sum += first[i] * firstAbove[start] - factor * second[i] * secondAbove[start];
    }
    return sum;
  }

  /** Fixes the count of one kind after the other; what remains at the end is absent. */
  private void enumerate(
      int index, long left, double remaining, double logWeight, double one, double two) {
    if (index == symbols.size()) {
      add(logWeight, one + left, two + left);
      return;
    }
    Symbol symbol = symbols.get(index);
    double share = symbol.others() * checkInRate;
    double conditional = Math.min(1, Math.max(0, share / remaining));
    Binomial counts = new Binomial(left, conditional);
    for (long count = 0; count <= left; count++) {
      double log = logWeight + counts.logPmf(count);
      if (log > RAREST) {
        enumerate(
            index + 1,
            left - count,
            Math.max(remaining - share, 1e-300),
            log,
            one + count * symbol.first(),
            two + count * symbol.second());
      }
    }
  }

  private void add(double logWeight, double one, double two) {
    if (one == 0 && two == 0) {
      return;
    }
    if (size == MAX_OUTCOMES) {
      throw new IllegalArgumentException(
          "clients must be few enough for "
              + MAX_OUTCOMES
              + " outcomes to be enumerated but is "
              + clients);
    }
    if (size == first.length) {
      first = Arrays.copyOf(first, 2 * size);
      second = Arrays.copyOf(second, 2 * size);
    }
    double probability = Math.exp(logWeight) / clients;
    first[size] = probability * one;
    second[size] = probability * two;
    size++;
  }
}
