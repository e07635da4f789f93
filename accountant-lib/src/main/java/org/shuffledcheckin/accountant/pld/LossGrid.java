package org.shuffledcheckin.accountant.pld;

import java.util.Arrays;
import org.shuffledcheckin.accountant.Arguments;

/**
 * Collects the outcomes of one round on a grid of losses that is even near zero and geometric far
 * from it, so that a few thousand points hold every loss to a fixed relative width.
 *
 * <p>Guarantees that the collected law dominates what was added: each outcome is split on the two
 * points around it keeping its P-mass and its Q-mass. The mirrored outcomes at negative losses are
 * implied, and whatever is not added sits at loss 0.
 *
 * <p>It is the door at which rounding is paid for: every mass and every loss is raised by {@link
 * #RESERVE}, which is more than what computing it can have lost. Both raise every hockey stick, the
 * sum of m(1 - a e^-l)+ over outcomes of mass m and loss l, and with jumps a higher rate is one
 * more independent process to see. Behind the door masses and losses are exact numbers.
 */
public final class LossGrid {
  /** Far from zero neighbouring losses differ by this, relatively. */
  private static final double SPACING = 1.0 / 256;

  /** How far above the largest loss a computed loss may lie because of rounding. */
  private static final double ROUNDING = 1e-9;

  /** Beyond this loss, where e^loss overflows, a cell's mass goes to its upper point whole. */
  private static final double HUGE = 600;

  /**
   * What masses, rates and losses are raised by, relatively: far above their errors, which are
   * below 2^-38 (laws of counts) or 2^-46 (the normal law), see the privacy analysis.
   */
  public static final double RESERVE = 0x1p-36;

  /** Relative error of a few floating-point operations. */
  private static final double ROUND_OFF = 0x1p-50;

  /** Smaller masses are called subnormal: their products underflow. */
  private static final double SUBNORMAL = 1e-290;

  private final double scale;
  private final double[] points;
  private final double[] masses;
  private double infinite;

  /**
   * Prepares a grid.
   *
   * @param scale the losses below which spacing is even: about the typical loss of a round
   * @param maxLoss the largest finite loss that will be added
   */
  public LossGrid(double scale, double maxLoss) {
    this.scale = Arguments.requirePositive("scale", scale);
    Arguments.requirePositive("largest loss", maxLoss);
    int count = (int) Math.floor(asinh(maxLoss / scale) / SPACING) + 2;
    this.points = new double[count];
    for (int i = 0; i < count; i++) {
      points[i] = Math.min(maxLoss, scale * Math.sinh(i * SPACING));
    }
    points[count - 1] = maxLoss;
    this.masses = new double[count];
  }

  /** How many points there are, the one at loss 0 included. */
  public int size() {
    return points.length;
  }

  /** The loss at point i. */
  public double point(int i) {
    return points[i];
  }

  /** Adds an outcome with a positive loss and this P-mass. */
  public void add(double loss, double mass) {
    if (!(loss > 0) || mass == 0) {
      return;
    }
    double top = points[points.length - 1];
    if (loss > top * (1 + ROUNDING)) {
      throw new IllegalArgumentException("loss must be at most " + top + " but is " + loss);
    }
    // No true loss is larger than the largest one.
    double raised = Math.min(top, loss * (1 + RESERVE));
    int low = below(raised);
    double width = points[low] - points[low + 1];
    double share = width == 0 ? 1 : Math.expm1(points[low] - raised) / Math.expm1(width);
    masses[low] += mass * Math.max(0, 1 - share);
    masses[low + 1] += mass * Math.min(1, share);
  }

  /**
   * Adds all outcomes whose losses lie between two neighbouring points.
   *
   * @param low the lower point
   * @param mass their P-mass
   * @param excess their P-mass minus their Q-mass
   * @param doubt how far off the excess may be, relatively to what the mass is off by
   */
  public void addCell(int low, double mass, double excess, double doubt) {
    if (mass == 0) {
      return;
    }
    double width = points[low] - points[low + 1];
    if (width == 0 || points[low] > HUGE) {
      masses[low + 1] += mass;
      return;
    }
    double least = mass * -Math.expm1(-points[low]);
    // The difference cancels where losses are large: what it may have lost goes to the upper point.
    double beyond = excess - least + doubt + ROUND_OFF * (Math.abs(excess) + least);
    double upper = Math.min(mass, Math.max(0, beyond / -Math.expm1(width) * Math.exp(points[low])));
    masses[low] += mass - upper;
    masses[low + 1] += upper;
  }

  /** Adds outcomes that are possible under P only. */
  public void addInfinite(double mass) {
    infinite += mass;
  }

  /** The collected law of one round. */
  public RoundLosses toLosses() {
    return build(false);
  }

  /** The collected law, where masses are rates of independent Poisson jumps per round. */
  public RoundLosses toJumps() {
    return build(true);
  }

  private RoundLosses build(boolean jumps) {
    liftSubnormalMass();
    int top = masses.length;
    while (top > 1 && masses[top - 1] == 0) {
      top--;
    }
    double[] losses = Arrays.copyOfRange(points, 1, Math.max(1, top));
    double[] raised = Arrays.copyOfRange(masses, 1, Math.max(1, top));
    Arrays.setAll(raised, i -> raised[i] * (1 + RESERVE));
    return new RoundLosses(losses, raised, infinite * (1 + RESERVE), jumps);
  }

  /** Moves masses too small to compute with to the next larger loss, which is pessimistic. */
  private void liftSubnormalMass() {
    for (int i = 1; i < masses.length; i++) {
      if (masses[i] > 0 && masses[i] < SUBNORMAL) {
        if (i + 1 < masses.length) {
          masses[i + 1] += masses[i];
          masses[i] = 0;
        } else {
          masses[i] = SUBNORMAL;
        }
      }
    }
  }

  private int below(double loss) {
    int guess = (int) (asinh(loss / scale) / SPACING);
    int low = Math.min(Math.max(guess, 0), points.length - 2);
    while (low > 0 && points[low] > loss) {
      low--;
    }
    while (low < points.length - 2 && points[low + 1] < loss) {
      low++;
    }
    return low;
  }

  private static double asinh(double x) {
    return x < 1e-4 ? x : Math.log(x + Math.sqrt(x * x + 1));
  }
}
