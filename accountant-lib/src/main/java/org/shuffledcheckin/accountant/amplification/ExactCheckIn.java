package org.shuffledcheckin.accountant.amplification;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.rdp.SecondOrder;

/**
 * One round of check-in for a pair of output laws over a few kinds of reports, enumerated outcome
 * by outcome: exact to rounding, for checking faster code and for small n. Every client is absent
 * or sends one kind; client 1's probability of a kind is the others' times a weight, which depends
 * on its record.
 *
 * <p>What a result is worth depends on the pair: the clone pairs dominate mechanisms, the pair of
 * an actual randomiser is dominated.
 */
public final class ExactCheckIn {
  /** Beyond this many outcomes enumeration is refused. */
  private static final int MAX_OUTCOMES = 20_000_000;

  /** Outcomes rarer than e^−180 are left out where there are many. */
  private static final double RAREST = -180;

  /**
   * One kind of report.
   *
   * @param others how often another client that checks in sends it
   * @param first client 1's probability divided by the others', with the first record
   * @param second the same with the second record
   */
  public record Symbol(double others, double first, double second) {}

  private final long clients;
  private final double checkInRate;
  private final List<Symbol> symbols;
  private double[] first = new double[1024];
  private double[] second = new double[1024];
  private int size;

  /** Enumerates the outcomes of n clients at a check-in rate; the symbols' shares sum to 1. */
  public ExactCheckIn(long clients, double checkInRate, List<Symbol> symbols) {
    this.clients = Arguments.requireAtLeast("clients", clients, 1);
    this.checkInRate = Arguments.requireProbability("check-in rate", checkInRate);
    this.symbols = List.copyOf(symbols);
    enumerate(0, clients, 1, 0, 0, 0);
  }

  /** The check-in pair that is proven to dominate every ε0-LDP randomiser. */
  public static ExactCheckIn clones21(long clients, double checkInRate, double epsilon0) {
    double e0 = requireExp(epsilon0);
    double p = 1 / (2 * e0);
    return new ExactCheckIn(
        clients, checkInRate, mirrored(p, 2 * e0 * e0 / (e0 + 1), 2 * e0 / (e0 + 1), 0, 0));
  }

  /** The tighter pair with clone probability 2/(e0 + 1). */
  public static ExactCheckIn clones23(long clients, double checkInRate, double epsilon0) {
    return threeKinds(clients, checkInRate, epsilon0, 1);
  }

  /**
   * The pair of a client that sends one of two telling kinds with the given share and a third kind
   * otherwise, which others send e0 times less often than client 1.
   */
  public static ExactCheckIn threeKinds(
      long clients, double checkInRate, double epsilon0, double share) {
    double e0 = requireExp(epsilon0);
    Arguments.requireProbability("share", share);
    double third = (1 - share) / e0;
    return new ExactCheckIn(clients, checkInRate, mirrored(share / (e0 + 1), e0, 1, third, e0));
  }

  private static double requireExp(double epsilon0) {
    return Math.exp(Arguments.requirePositive("epsilon0", epsilon0));
  }

  private static List<Symbol> mirrored(
      double p, double high, double low, double third, double thirdWeight) {
    Symbol a = new Symbol(p, high, low);
    Symbol b = new Symbol(p, low, high);
    Symbol leftover = new Symbol(1 - 2 * p - third, 0, 0);
    return third == 0
        ? List.of(a, b, leftover)
        : List.of(a, b, leftover, new Symbol(third, thirdWeight, thirdWeight));
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
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < size; i++) {
      if (first[i] > 0) {
        largest = Math.max(largest, order * Math.log(first[i] / second[i]));
      }
    }
    if (largest > 600) {
      return largeDivergence(order);
    }
    double excess = 0;
    for (int i = 0; i < size; i++) {
      if (second[i] > 0) {
        excess += second[i] * excessOf(order, first[i] / second[i]);
      }
    }
    return Math.log1p(excess) / (order - 1);
  }

  private static double excessOf(double order, double ratio) {
    return ratio == 0 ? order - 1 : SecondOrder.powerExcess(order, Math.log(ratio));
  }

  private double largeDivergence(double order) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < size; i++) {
      if (first[i] > 0) {
        largest = Math.max(largest, logTerm(order, i));
      }
    }
    double sum = 0;
    for (int i = 0; i < size; i++) {
      if (first[i] > 0) {
        sum += Math.exp(logTerm(order, i) - largest);
      }
    }
    return (largest + Math.log(sum)) / (order - 1);
  }

  private double logTerm(double order, int i) {
    return order * Math.log(first[i]) + (1 - order) * Math.log(second[i]);
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
