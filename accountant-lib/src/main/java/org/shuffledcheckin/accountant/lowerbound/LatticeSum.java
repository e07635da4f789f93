package org.shuffledcheckin.accountant.lowerbound;

import java.util.List;
import java.util.function.DoubleFunction;
import org.shuffledcheckin.accountant.numeric.RealFft;

/**
 * The law of a sum of jumps on a grid that come as a Poisson process, and its hockey stick from
 * below. Computed from its characteristic function, whose exponent is summed without cancellation;
 * what that and the transform can err by, and what wraps around, is bounded and subtracted.
 */
final class LatticeSum {
  private static final int LONGEST = 1 << 20;
  private static final double ROUGH = 1e-3;
  private static final int MOST_ATTEMPTS = 40;

  /** What lies outside of the window has at most this probability on either side. */
  private static final double OUTSIDE = 1e-15;

  /** Frequencies at which the law's transform is below e^-45 are left out. */
  private static final double NEGLIGIBLE = 45;

  private static final double UNIT = 0x1p-52;

  private final double width;
  private final long first;
  private final int length;
  private final double[] mass;
  private final double[] discounted;
  private double doubt = 2 * OUTSIDE;

  private LatticeSum(List<ReportCells.Cell> cells, double width) {
    this.width = width;
    this.first = lowest(cells);
    this.length = Integer.highestOneBit((int) (highest(cells) - first) | 4) << 1;
    this.mass = new double[length + 1];
    this.discounted = new double[length + 1];
    double[] law = law(cells);
    for (int i = length - 1; i >= 0; i--) {
      double probability = Math.max(0, law[(int) Math.floorMod(first + i, (long) length)]);
      mass[i] = mass[i + 1] + probability;
      discounted[i] = discounted[i + 1] + probability * Math.exp(-(first + i) * width);
    }
  }

  /**
   * Composes jumps that are cut for a grid.
   *
   * @param finest width of the grid; a coarser one is taken if the window would be too long
   */
  static LatticeSum of(DoubleFunction<List<ReportCells.Cell>> cut, double finest) {
    double width = Math.max(ROUGH, finest);
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      List<ReportCells.Cell> cells = cut.apply(width);
      double fill = (double) (highest(cells) - lowest(cells)) / LONGEST;
      if (fill < 1 && (fill > 0.25 || width == finest)) {
        return new LatticeSum(cells, width);
      }
      width = Math.max(finest, width * Math.max(1e-2, 1.5 * fill));
    }
    throw new IllegalStateException("no grid holds the losses");
  }

  /** The grid's width. */
  double width() {
    return width;
  }

  /** A lower bound on the mean of 1 - e^(epsilon - sum), where that is positive. */
  double delta(double epsilon) {
    double position = Math.floor(epsilon / width) + 1 - first;
    int start = (int) Math.max(0, Math.min(length, position));
    double summing = 2 * UNIT * length * mass[start];
    return Math.max(0, mass[start] - Math.exp(epsilon) * discounted[start] - summing - doubt);
  }

  private double[] law(List<ReportCells.Cell> cells) {
    double[] re = new double[length / 2 + 1];
    double[] im = new double[length / 2 + 1];
    double travel = cells.stream().mapToDouble(c -> c.rate() * Math.abs(c.steps())).sum();
    double sizes = 0;
    for (int j = 0; j < re.length; j++) {
      double angle = 2 * Math.PI * j / length;
      double real = 0;
      double imaginary = 0;
      for (ReportCells.Cell cell : cells) {
        double half = Math.sin(0.5 * angle * cell.steps());
        real -= 2 * cell.rate() * half * half;
        imaginary += cell.rate() * Math.sin(angle * cell.steps());
        if (real < -NEGLIGIBLE) {
          break;
        }
      }
      if (real < -NEGLIGIBLE) {
        doubt += 2 * Math.exp(-NEGLIGIBLE);
        continue;
      }
      double size = Math.exp(real);
      re[j] = size * Math.cos(imaginary);
      im[j] = -size * Math.sin(imaginary);
      sizes += size;
      // Each term's angle errs by two roundings, each sum by one per term.
      doubt += 2 * size * UNIT * (4 - 2 * real + cells.size() * angle * travel);
    }
    RealFft fft = new RealFft(length);
    doubt += 2 * sizes * fft.relativeError();
    double[] law = new double[length];
    fft.inverse(re, im, law);
    return law;
  }

  private static long lowest(List<ReportCells.Cell> cells) {
    return (long) Math.floor(-reach(cells, -1));
  }

  private static long highest(List<ReportCells.Cell> cells) {
    return (long) Math.ceil(reach(cells, 1));
  }

  /** How far the sum gets, except with a small probability: Chernoff's bound over some tilts. */
  private static double reach(List<ReportCells.Cell> cells, int sign) {
    double best = Double.POSITIVE_INFINITY;
    for (double tilt = 1; tilt > 1e-9; tilt /= 1.25) {
      double logMoment = 0;
      for (ReportCells.Cell cell : cells) {
        logMoment += cell.rate() * Math.expm1(sign * tilt * cell.steps());
      }
      best = Math.min(best, (logMoment - Math.log(OUTSIDE)) / tilt);
    }
    return best;
  }
}
