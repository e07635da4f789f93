package org.shuffledcheckin.accountant.losses;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;
import org.shuffledcheckin.accountant.numeric.Search;

/**
 * The form of the theorem on lost reports that compares rounds, whatever is compared.
 *
 * <p>The numbers of lost clients are cut into cells. Within a cell the release is at most as likely
 * as at its smallest number, and the round of those who are left tells at most as much as at its
 * largest. Rungs are where the logarithm of the probability of a release reaches given values: the
 * first cell behind every rung leaves room for its own width and for the error of the bounds.
 */
final class LossLadder {
  private static final double FIRST_STEP = 0.03;
  private static final double GROWTH = 1.3;

  private final long honest;
  private final UnnoticedLoss unnoticed;
  private final long[] lost;

  /**
   * Prepares the rungs.
   *
   * @param honest how many honest clients pledged
   * @param least the smallest probability of a release that matters
   */
  LossLadder(long honest, UnnoticedLoss unnoticed, double least) {
    this.honest = honest;
    this.unnoticed = unnoticed;
    this.lost = rungs(least);
  }

  /**
   * The largest of the numbers behind the rungs, within bounds, for which something that holds for
   * fewer as well is proven; 0 if there is none.
   */
  long largest(long most, long moreThan, LongPredicate proven) {
    long[] tried =
        Arrays.stream(lost)
            .map(rung -> honest - rung)
            .filter(accounted -> accounted <= most && accounted > moreThan)
            .toArray();
    int found =
        (int)
            Search.smallest(0, tried.length, j -> j == tried.length || proven.test(tried[(int) j]));
    return found == tried.length ? 0 : tried[found];
  }

  /** Whether the comparison holds for this number, whatever is lost. */
  boolean holds(LossComparison comparison, long accounted) {
    double negligible = comparison.negligible();
    long first = honest - accounted + 1;
    for (int i = 0; i <= lost.length && first < honest; i++) {
      long last = i < lost.length ? lost[i] : honest - 1;
      if (last >= first) {
        double kept = unnoticed.probability(first);
        if (kept <= negligible) {
          return true;
        }
        if (!comparison.covers(accounted, honest - last, kept)) {
          return false;
        }
        first = last + 1;
      }
    }
    return true;
  }

  /** The largest numbers of lost clients at which a release still has given probabilities. */
  private long[] rungs(double least) {
    List<Long> found = new ArrayList<>();
    long from = 0;
    for (double step = 0; from < honest - 1; step = Math.max(FIRST_STEP, GROWTH * step)) {
      double probability = StrictMath.exp(-step);
      from = Search.largest(from, honest - 1, x -> unnoticed.probability(x) >= probability);
      if (found.isEmpty() || from > found.get(found.size() - 1)) {
        found.add(from);
      }
      if (probability < least) {
        break;
      }
    }
    return found.stream().mapToLong(Long::longValue).toArray();
  }
}
