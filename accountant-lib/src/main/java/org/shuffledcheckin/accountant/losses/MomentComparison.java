package org.shuffledcheckin.accountant.losses;

import java.util.HashMap;
import java.util.Map;

/**
 * Compares F(τ) = E(Z - τ)+^2 - (1 - τ)+^2 of the worst data sets: holds where it grows by at most
 * a limit, at every τ.
 *
 * <p>F(τ) is twice the integral, from τ on, of the hockey sticks E(Z - a)+ - (1 - a)+. If those
 * grow by at most a slack wherever the ones to compare with are known, F grows by at most twice the
 * slack times the length of that range, and what the others have beyond it.
 */
final class MomentComparison implements LossComparison {
  private final GaussianRound round;
  private final double limit;
  private final Map<Long, GaussianRound.Sides> above = new HashMap<>();
  private final Map<Long, GaussianRound.Sides> below = new HashMap<>();

  MomentComparison(GaussianRound round, double limit) {
    this.round = round;
    this.limit = limit * (1 - PairComparison.ROUNDING);
  }

  @Override
  public boolean covers(long accounted, long arriving, double kept) {
    if (arriving < 2) {
      return false;
    }
    GaussianRound.Sides least = below.computeIfAbsent(accounted, round::sidesBelow);
    GaussianRound.Sides most = above.computeIfAbsent(arriving, round::sidesAbove);
    double up = least.upward().end();
    double down = least.downward().end();
    double slack = limit / (4 * (up + down));
    double share = kept * (1 + PairComparison.ROUNDING);
    double beyond = most.upward().integralBeyond(up) + most.downward().integralBeyond(down);
    return least.upward().cover(most.upward(), share, slack)
        && least.downward().cover(most.downward(), share, slack)
        && share * (2 * beyond + most.leftOut()) <= limit / 2;
  }

  @Override
  public double negligible() {
    return limit / round.variance(1);
  }
}
