package org.shuffledcheckin.accountant.pld;

/**
 * Reads delta and epsilon off a tilted law. Both err upward: the slack enters as the largest value
 * that the integrand of delta can have there, and what is summed is raised by what its arithmetic
 * can have lost.
 */
final class Tail {
  private static final double UNIT = 0x1p-53;

  /** The bounds that a slack is summed from are themselves rounded; never by as much. */
  private static final double SLACK_ROUNDING = 0x1p-20;

  private final TiltedLosses losses;
  private final double worstWeight;
  private final double doubt;
  private final double slack;

  Tail(TiltedLosses losses) {
    this.losses = losses;
    double tilt = losses.tilt();
    // The maximum over x of (1 - e^-x) e^(-tilt x).
    this.worstWeight = Math.exp(-tilt * Math.log1p(1 / tilt)) / (1 + tilt);
    // By what factor a sum down the grid may be too small: eight units of rounding a step, and what
    // the exponents of the tilt are off by.
    double exponents = Math.abs(losses.logScale()) + tilt * losses.step() * losses.reach();
    this.doubt = Math.exp(8 * UNIT * losses.reach() + 2 * RoundLosses.MOMENT_ERROR * exponents);
    // Parts of mass at most 1 + s_i that are each off by s_i compose to one that is off by at most
    // prod(1 + 2 s_i) - prod(1 + s_i).
    double sum = losses.slack();
    this.slack = Math.expm1(sum) * Math.exp(sum) * (1 + SLACK_ROUNDING) * doubt;
  }

  /** The delta of finite losses at epsilon, at most 1. */
  double delta(double epsilon) {
    if (!usable()) {
      return 1;
    }
    double tilt = losses.tilt();
    double step = losses.step();
    double weighted = 0;
    double discounted = 0;
    long first = (long) Math.floor(epsilon / step) + 1;
    first = Math.max(first, losses.low());
    double decay = Math.exp(-tilt * step);
    double gain = -Math.expm1(-step);
    double decayMore = decay * Math.exp(-step);
    for (long i = losses.high(); i >= first; i--) {
      weighted = decay * (weighted + gain * discounted);
      discounted = losses.mass()[(int) (i - losses.low())] + decayMore * discounted;
    }
    double rest = step * first - epsilon;
    double sum = weighted - Math.expm1(-rest) * discounted;
    double finite = sum == 0 ? 0 : sum * Math.exp(losses.logScale() - tilt * step * first);
    return Math.min(1, finite * doubt + slackAt(epsilon));
  }

  /**
   * The smallest epsilon of at least 0 whose delta, by {@link #delta}, is at most the given one;
   * infinite if the grid cannot show any.
   */
  double epsilon(double delta) {
    if (!(delta > 0) || !usable()) {
      return Double.POSITIVE_INFINITY;
    }
    double tilt = losses.tilt();
    double step = losses.step();
    double decay = Math.exp(-tilt * step);
    double gain = -Math.expm1(-step);
    double decayMore = decay * Math.exp(-step);
    double weighted = 0;
    double discounted = 0;
    if (slackAt(Math.max(0, step * (losses.high() + 1))) > delta) {
      return Math.max(0, slackCrossing(delta));
    }
    for (long i = losses.high(); ; i--) {
      // Invariant: weighted and discounted describe losses above grid point i, seen from it + 1.
      double below = Math.max(0, step * i);
      double error = slackAt(below);
      double factor = Math.exp(losses.logScale() - tilt * step * (i + 1)) * doubt;
      double room = (delta - error) / factor - weighted;
      double reachable = -Math.expm1(below - step * (i + 1)) * discounted;
      if (!(room >= reachable)) {
        double share = room > 0 ? room / discounted : 0;
        return Math.max(below, step * (i + 1) + Math.log1p(-share));
      }
      if (below == 0) {
        return 0;
      }
      weighted = decay * (weighted + gain * discounted);
      int index = (int) (i - losses.low());
      discounted = (index < 0 ? 0 : losses.mass()[index]) + decayMore * discounted;
    }
  }

  /** Whether the numbers stayed within what doubles can hold; otherwise nothing is known. */
  private boolean usable() {
    return losses.isKnown() && Math.abs(losses.logScale()) < 1e12;
  }

  /** The part of delta at epsilon that stands for numerical error. */
  double slackAt(double epsilon) {
    return slack * worstWeight * Math.exp(losses.logScale() - losses.tilt() * epsilon);
  }

  /** Where the slack alone equals delta: above the grid, where nothing else is left. */
  private double slackCrossing(double delta) {
    double ratio = Math.log(slack * worstWeight / delta);
    return (losses.logScale() + ratio) / losses.tilt();
  }
}
