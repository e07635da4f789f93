package org.shuffledcheckin.accountant.sound;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks for the delta0 at which Gaussian reports with Bernoulli check-ins are best taken for purely
 * private ones. Every delta0 gives a sound bound, so what the search misses costs tightness only.
 *
 * <p>A smaller delta0 means a larger epsilon0, hence larger losses, but less slack for the reports
 * exchanged. The losses alone bound the result from below, which tells when to give up. All is
 * judged by Renyi divergences, which are quick.
 */
final class CloneSearch {
  private static final int STEPS_PER_DECADE = 4;
  private static final int FINEST = 100 * STEPS_PER_DECADE;
  private static final int MOST_TRIED = 16;
  private static final int PATIENCE = 4;

  /** Privacy losses are seldom this much tighter than Renyi divergences. */
  private static final double TIGHTER = 1.5;

  /** The same for delta. */
  private static final double MUCH_TIGHTER = 100;

  private final Analyses analyses;

  CloneSearch(Analyses analyses) {
    this.analyses = analyses;
  }

  /** The most promising analysis for an epsilon below a known one. */
  Optional<ApproximateComposition> forEpsilon(double delta, double known) {
    Best best = new Best(TIGHTER * known);
    for (int step = STEPS_PER_DECADE; step <= FINEST && best.isOpen(); step++) {
      double delta0 = delta0(step);
      if (2 * analyses.exchanged(delta0) < delta) {
        ApproximateComposition analysis = analyses.throughClones(delta0);
        if (!(analysis.known().renyiEpsilon(delta) < TIGHTER * known)) {
          break;
        }
        best.offer(analysis, analysis.renyiEpsilon(delta));
      }
    }
    return best.found();
  }

  /** The analyses whose delta may be below a known one, coarsest first. */
  List<ApproximateComposition> forDelta(double epsilon, double known) {
    List<ApproximateComposition> found = new ArrayList<>();
    int tried = 0;
    for (int step = STEPS_PER_DECADE; step <= FINEST && tried < MOST_TRIED; step++) {
      double delta0 = delta0(step);
      if (2 * analyses.exchanged(delta0) < known) {
        ApproximateComposition analysis = analyses.throughClones(delta0);
        tried++;
        if (analysis.renyiDelta(epsilon) < MUCH_TIGHTER * known) {
          found.add(analysis);
        }
      }
    }
    return found;
  }

  private static double delta0(int step) {
    return Math.pow(10, -(double) step / STEPS_PER_DECADE);
  }

  /** The best analysis so far; closed when several in a row were no better or enough were tried. */
  private static final class Best {
    private double smallest;
    private ApproximateComposition analysis;
    private int tried;
    private int worse;

    Best(double limit) {
      this.smallest = limit;
    }

    boolean isOpen() {
      return tried < MOST_TRIED && worse < PATIENCE;
    }

    void offer(ApproximateComposition candidate, double value) {
      tried++;
      if (value < smallest) {
        smallest = value;
        analysis = candidate;
        worse = 0;
      } else if (analysis != null) {
        worse++;
      }
    }

    Optional<ApproximateComposition> found() {
      return Optional.ofNullable(analysis);
    }
  }
}
