package org.shuffledcheckin.accountant.sound;

import java.util.List;
import java.util.Objects;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.accountant.amplification.GaussianMechanism;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.pld.Composition;
import org.shuffledcheckin.accountant.pld.CompositionCache;
import org.shuffledcheckin.accountant.pld.LossGrid;
import org.shuffledcheckin.accountant.pld.RoundLosses;
import org.shuffledcheckin.accountant.sums.SumNoise;

/**
 * Distributed check-in with the exact law of the number of reports: of n clients k check in, the
 * differing one among them with probability k/n, and the observer sees k and the sum.
 *
 * <p>Bounds from above <em>if every report arrives and every verdict keeps them all</em>, and for
 * ideal noise; one round attains it. What holds whatever is lost or struck, and is charged for, is
 * {@link org.shuffledcheckin.accountant.sums.SummedRound}. Not monotone in the check-in rate: fewer
 * reports hide a client better and carry less noise.
 *
 * @param clients honest clients that flip a coin; dishonest ones give neither cover nor noise
 * @param checkInRate probability of heads
 * @param leastReports sums of fewer are never released
 * @param noise of a sum
 */
public record SampledSum(long clients, double checkInRate, long leastReports, SumNoise noise) {
  private static final double TAIL = 1e-32;

  /** Numbers of reports are bucketed this finely; the smallest of a bucket has its noise. */
  private static final double BUCKETS_PER_DEVIATION = 50;

  private static final String METHOD = "sampled-sum-pld";
  private static final String SHUFFLER_METHOD = "shuffler-" + METHOD;

  /** Validates the arguments. */
  public SampledSum {
    Arguments.requireAtLeast("clients", clients, 1);
    Arguments.requireProbability("check-in rate", checkInRate);
    Arguments.requireAtLeast("least reports", leastReports, 0);
    Objects.requireNonNull(noise, "noise");
  }

  /** The delta at epsilon of one round: Σ_k Bin(k)·(k/n)·δ_G(log(1 + (n/k)(e^ε − 1)); μ_k). */
  public UpperBound delta(double epsilon) {
    Arguments.requireEpsilon(epsilon);
    Counts counts = counts();
    double sum = counts.beyond();
    for (long k = counts.lowest(); k <= counts.highest(); k++) {
      double rate = (double) k / clients;
      double inner = Math.log1p(Math.expm1(epsilon) / rate);
      sum += counts.reports().pmf(k) * rate * new GaussianMechanism(noise.mu(k)).delta(inner);
    }
    double raised = sum * (1 + LossGrid.RESERVE);
    return new UpperBound(epsilon, Math.min(1, raised), "sampled-sum");
  }

  /** The epsilon at delta of this many rounds, against the aggregator. */
  public UpperBound epsilon(long rounds, double delta) {
    return composed(false, rounds, delta, METHOD);
  }

  /**
   * The same against a shuffler that can read the models: it knows who is in the sum, so that a
   * round is the Gaussian mechanism if the client checked in, and nothing otherwise.
   */
  public UpperBound shufflerEpsilon(long rounds, double delta) {
    return composed(true, rounds, delta, SHUFFLER_METHOD);
  }

  private UpperBound composed(boolean known, long rounds, double delta, String method) {
    Arguments.requireAtLeast("rounds", rounds, 0);
    Arguments.requireDelta(delta);
    Composition composition =
        new Composition(
            List.of(new Composition.Part(losses(known), rounds)), new CompositionCache());
    return new UpperBound(composition.epsilon(delta), delta, method);
  }

  /** The losses of one round, where it may be known who is in the sum. */
  private RoundLosses losses(boolean known) {
    Counts counts = counts();
    if (counts.lowest() > counts.highest()) {
      return new LossGrid(1, 1).toLosses();
    }
    Binomial reports = counts.reports();
    double typicalMu = Math.min(1, noise.mu(Math.max(counts.lowest(), (long) reports.mean())));
    double typicalRate = known ? 1 : Math.max(1, reports.mean()) / clients;
    LossGrid grid =
        new LossGrid(typicalMu * typicalRate, GaussianCells.largestLoss(noise.mu(counts.lowest())));
    long width = (long) (reports.deviation() / BUCKETS_PER_DEVIATION) + 1;
    for (long k = counts.lowest(); k <= counts.highest(); k += width) {
      addBucket(grid, known, reports, k, Math.min(counts.highest(), k + width - 1));
    }
    grid.addInfinite(counts.beyond());
    return grid.toLosses();
  }

  /** More reports are a larger share, fewer carry less noise: both at their worst. */
  private void addBucket(LossGrid grid, boolean known, Binomial reports, long first, long last) {
    double probability = 0;
    for (long k = first; k <= last; k++) {
      probability += reports.pmf(k);
    }
    double rate = (double) last / clients;
    double mu = noise.mu(first);
    if (known) {
      SubsampledGaussian.addRate(grid, mu, 1, probability * rate);
    } else {
      SubsampledGaussian.addRate(grid, mu, rate, probability);
    }
  }

  private Counts counts() {
    Binomial reports = new Binomial(clients, checkInRate);
    long least = Math.max(1, leastReports);
    long lowest = Math.max(least, reports.lowerQuantile(TAIL) + 1);
    long highest = Math.min(clients, reports.upperQuantile(TAIL));
    double below = lowest > least ? reports.cdf(lowest - 1) : 0;
    // Beyond the ends everything counts as seen.
    return new Counts(reports, lowest, highest, below + reports.survival(highest + 1));
  }

  /** The numbers of reports that are looked at one by one, and the probability of all others. */
  private record Counts(Binomial reports, long lowest, long highest, double beyond) {}
}
