package org.shuffledcheckin.accountant.filter;

import java.util.ArrayList;
import java.util.List;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.RoundCount;

/**
 * What it costs if somebody looks at the loss of the first rounds and then picks the continuation
 * that hurts most: why there are filters. Computed on a grid, to about a thousandth; a
 * demonstration, not a bound. Rounds of Poisson check-in with Gaussian noise only, with losses up
 * to about 10.
 */
public final class AdaptiveChoice {
  private final ProcessLoss first;
  private final List<double[]> branches = new ArrayList<>();

  private AdaptiveChoice(RoundCount first, List<RoundCount> branches, boolean worstData) {
    this.first = loss(first, worstData);
    branches.forEach(branch -> this.branches.add(loss(branch, worstData).profile()));
  }

  /** The choice on a real pair of data sets: what it finds is really lost. */
  public static AdaptiveChoice onWorstData(RoundCount first, List<RoundCount> branches) {
    return new AdaptiveChoice(first, branches, true);
  }

  /** The choice on the pair of processes that an accountant composes. */
  public static AdaptiveChoice onDominatingPairs(RoundCount first, List<RoundCount> branches) {
    return new AdaptiveChoice(first, branches, false);
  }

  /** The delta at epsilon if the branch of this number is always taken. */
  public double fixed(int branch, double epsilon) {
    return delta(List.of(branches.get(branch)), epsilon);
  }

  /** The delta at epsilon if the worse branch is taken in view of the loss so far. */
  public double chosen(double epsilon) {
    return delta(branches, epsilon);
  }

  private double delta(List<double[]> among, double epsilon) {
    int half = ProcessLoss.LENGTH / 2;
    int limit = (int) Math.round(epsilon / ProcessLoss.STEP);
    double sum = 0;
    for (int loss = limit - half + 1; loss < half; loss++) {
      int left = Math.min(2 * half - 1, limit - loss + half);
      double worst = 0;
      for (double[] branch : among) {
        worst = Math.max(worst, branch[left]);
      }
      sum += first.mass(loss) * worst;
    }
    return sum;
  }

  private static ProcessLoss loss(RoundCount rounds, boolean worstData) {
    if (rounds.round().law() == CheckInLaw.POISSON
        && rounds.round().guarantee() instanceof LocalGuarantee.Gaussian gaussian) {
      long clients = Arguments.requireAtLeast("clients", rounds.round().clients(), 2);
      double rate = rounds.times() * rounds.round().checkInRate();
      return worstData
          ? ProcessLoss.ofWorstData(clients, rate, gaussian.noiseMultiplier())
          : ProcessLoss.ofDominatingPair(clients, rate, gaussian.noiseMultiplier());
    }
    throw new IllegalArgumentException(
        "rounds must have Poisson check-in and Gaussian noise but are " + rounds.round());
  }
}
