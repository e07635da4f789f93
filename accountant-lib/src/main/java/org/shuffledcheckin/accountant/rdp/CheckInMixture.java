package org.shuffledcheckin.accountant.rdp;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.LogSpace;

/**
 * Averages a moment over the number of clients that check in: the paper's Eq. (main), moment = Σ_k
 * Bin(n, γ)(k)·moment_k from k = 0, with moment_0 = 1. The equation is exact; the result bounds
 * from above exactly if the moments do.
 *
 * <p>Only few k matter, but not always those near n·γ: a moment that explodes for small or for
 * large k can outweigh a probability of 1e-100. So blocks of k are bounded and split until what is
 * left out is below 1e-18 of the sum; {@link #logExcess} puts even that back, bounded.
 */
public final class CheckInMixture {
  /** What numbers of check-ins contribute. */
  public interface Moments {
    /**
     * Returns an upper bound of log(moment_k − 1) for all k in a range, both ends included; for a
     * single k the value itself, negative infinity where the moment is 1.
     */
    double logExcess(long from, long to);
  }

  /** A term or block this far below the largest one, in the exponent, is bounded, not summed. */
  private static final double NEGLIGIBLE = 48;

  private record Range(long from, long to, double bound) {
    long length() {
      return to - from + 1;
    }
  }

  private final Binomial checkIns;
  private final long mode;
  private final Moments moments;
  private double largest = Double.NEGATIVE_INFINITY;
  private double leftOut;

  private CheckInMixture(long clients, double checkInRate, Moments moments) {
    this.checkIns = new Binomial(clients, checkInRate);
    this.mode = Math.min(clients, (long) ((clients + 1.0) * checkInRate));
    this.moments = moments;
  }

  /**
   * Returns log(moment − 1) of the mixture, rounded up: every k is either summed or bounded. Costs
   * O(√(nγ)) evaluations.
   */
  static double logExcess(long clients, double checkInRate, Moments moments) {
    CheckInMixture mixture = new CheckInMixture(clients, checkInRate, moments);
    List<Range> runs = mixture.relevantRuns();
    if (Double.isInfinite(mixture.largest)) {
      return mixture.largest;
    }
    double sum = 0;
    for (Range run : runs) {
      sum += mixture.sum(run, run.from(), 1);
    }
    return mixture.largest + Math.log(sum + mixture.leftOut);
  }

  /**
   * Returns log(moment − 1) of the mixture at a cost that does not grow with n, for moments that
   * are smooth in k: where the terms form a wide bell, every s-th term is summed, and s halved
   * until the sum stands still to 1e-11. An equidistant sum over a smooth bell converges faster
   * than any power of s; still, this is an approximation, not a bound.
   */
  public static double logExcessOfSmooth(long clients, double checkInRate, Moments moments) {
    CheckInMixture mixture = new CheckInMixture(clients, checkInRate, moments);
    List<Range> runs = mixture.relevantRuns();
    if (Double.isInfinite(mixture.largest)) {
      return mixture.largest;
    }
    double sum = 0;
    for (Range run : runs) {
      sum += mixture.strided(run);
    }
    return mixture.largest + Math.log(sum);
  }

  /** Returns the divergence of a moment at an order. */
  public static double divergence(double logExcess, double order) {
    return LogSpace.log1pExp(logExcess) / (order - 1);
  }

  private double strided(Range run) {
    long stride = Math.max(1, Long.highestOneBit((long) (checkIns.deviation() / 2)));
    double sum = sum(run, run.from(), stride);
    while (stride > 1) {
      double between = sum(run, run.from() + stride / 2, stride);
      double refined = sum + between;
      stride /= 2;
      if (Math.abs(between - sum) <= 1e-11 * refined) {
        return refined * stride;
      }
      sum = refined;
    }
    return sum;
  }

  private double sum(Range run, long first, long stride) {
    double sum = 0;
    for (long k = first; k <= run.to(); k += stride) {
      sum += Math.exp(checkIns.logPmf(k) + moments.logExcess(k, k) - largest);
    }
    return sum;
  }

  /** Ranges of k that matter, in ascending order; what the others add at most goes to leftOut. */
  private List<Range> relevantRuns() {
    long clients = checkIns.trials();
    largest = Math.max(term(mode), term(clients));
    for (long k = 1; k < clients; k += 1 + k / 2) {
      largest = Math.max(largest, term(k));
    }
    if (Double.isInfinite(largest)) {
      return List.of();
    }
    List<Range> runs = new ArrayList<>();
    for (Range block : split(range(0, clients))) {
      int last = runs.size() - 1;
      if (block.bound() < largest - NEGLIGIBLE) {
        leftOut += Math.exp(block.bound() - largest);
      } else if (last >= 0 && runs.get(last).to() == block.from() - 1) {
        runs.set(last, new Range(runs.get(last).from(), block.to(), block.bound()));
      } else {
        runs.add(block);
      }
    }
    return runs;
  }

  private List<Range> split(Range whole) {
    long leaf = Math.max(4, (long) (checkIns.deviation() / 4));
    List<Range> leaves = new ArrayList<>();
    Deque<Range> open = new ArrayDeque<>();
    open.push(whole);
    while (!open.isEmpty()) {
      Range block = open.pop();
      if (block.length() <= leaf || block.bound() < largest - NEGLIGIBLE - 10) {
        leaves.add(block);
        continue;
      }
      long middle = block.from() + block.length() / 2;
      largest = Math.max(largest, term(middle));
      open.push(range(middle, block.to()));
      open.push(range(block.from(), middle - 1));
    }
    return leaves;
  }

  private double term(long k) {
    return checkIns.logPmf(k) + moments.logExcess(k, k);
  }

  private Range range(long from, long to) {
    double peak = checkIns.logPmf(Math.max(from, Math.min(to, mode)));
    double bound =
        peak == Double.NEGATIVE_INFINITY
            ? peak
            : peak + Math.log(to - from + 1.0) + moments.logExcess(from, to);
    return new Range(from, to, bound);
  }
}
