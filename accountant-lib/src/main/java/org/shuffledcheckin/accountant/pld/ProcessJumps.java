package org.shuffledcheckin.accountant.pld;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.shuffledcheckin.accountant.numeric.CompensatedSum;
import org.shuffledcheckin.accountant.numeric.SecondOrder;

/**
 * The jumps of the privacy loss of a Poisson process, of either sign and not symmetric: losses in
 * rising order and their rates under P. Immutable by agreement.
 */
final class ProcessJumps {
  private static final int LONGEST = 1 << 16;

  /** Bounds the relative error of the rates. */
  private static final double RATE_ERROR = 0x1p-47;

  /** Tilted rate at each end that is left off a grid, into the slack. */
  private static final double LEFT_OFF = 1e-19;

  /** The first band reaches to twice the size up to which this share of the variance is. */
  private static final double FIRST_BAND = 0.1;

  private static final double SPAN = 16;

  private final double[] losses;
  private final double[] rates;

  ProcessJumps(double[] losses, double[] rates) {
    this.losses = losses;
    this.rates = rates;
  }

  double totalRate() {
    return Arrays.stream(rates).sum();
  }

  /**
   * Bounds from above how much more rate there is under P than under Q, which differ by e^loss:
   * nothing but for rounding.
   */
  double excessRate() {
    CompensatedSum sum = new CompensatedSum();
    for (int i = 0; i < losses.length; i++) {
      double difference = -rates[i] * Math.expm1(-losses[i]);
      sum.add(difference);
      sum.add(Math.abs(difference) * RATE_ERROR);
    }
    return Math.max(0, sum.value());
  }

  /** log E_P[e^(s L)] of one round. */
  double logMoment(double s) {
    double sum = 0;
    for (int i = 0; i < losses.length; i++) {
      sum += rates[i] * Math.expm1(s * losses[i]);
    }
    return sum;
  }

  /** The part of the log-moment that these jumps keep when means cancel between bands. */
  private double excess(double s) {
    double sum = 0;
    for (int i = 0; i < losses.length; i++) {
      sum += rates[i] * Math.exp(-losses[i]) * SecondOrder.powerExcess(1 + s, losses[i]);
    }
    return sum;
  }

  /**
   * Independent processes whose losses add up to this one's, each with jumps of similar size, so
   * that no grid has to be as fine as the smallest and as long as the largest.
   */
  List<ProcessJumps> bands() {
    double variance = 0;
    for (int i = 0; i < losses.length; i++) {
      variance += rates[i] * losses[i] * losses[i];
    }
    Integer[] bySize = IntStream.range(0, losses.length).boxed().toArray(Integer[]::new);
    Arrays.sort(bySize, Comparator.comparingDouble((Integer i) -> Math.abs(losses[i])));
    double sum = 0;
    double edge = 0;
    for (int i = 0; i < bySize.length && sum <= FIRST_BAND * variance; i++) {
      double loss = losses[bySize[i]];
      sum += rates[bySize[i]] * loss * loss;
      edge = 2 * Math.abs(loss);
    }
    List<ProcessJumps> bands = new ArrayList<>();
    for (double above = -1; above < Math.abs(losses[bySize[bySize.length - 1]]); edge *= SPAN) {
      double low = above;
      double high = edge;
      int[] inside =
          IntStream.range(0, losses.length)
              .filter(i -> Math.abs(losses[i]) > low && Math.abs(losses[i]) <= high)
              .filter(i -> rates[i] > 0)
              .toArray();
      if (inside.length > 0) {
        bands.add(
            new ProcessJumps(
                Arrays.stream(inside).mapToDouble(i -> losses[i]).toArray(),
                Arrays.stream(inside).mapToDouble(i -> rates[i]).toArray()));
      }
      above = edge;
    }
    return bands;
  }

  /** What is put on grids: a share of a round, tilted. */
  BlockSource gridding(double tilt, double share) {
    return new TiltedJumps(tilt, share);
  }

  private final class TiltedJumps implements BlockSource {
    private final double tilt;
    private final double share;

    TiltedJumps(double tilt, double share) {
      this.tilt = tilt;
      this.share = share;
    }

    @Override
    public double step(Resolution resolution, double widest) {
      double longest = Math.max(-losses[0], losses[losses.length - 1]);
      double step = Math.scalb(1.0, Math.getExponent(1 / (tilt * resolution.pointsPerDeviation())));
      step = Math.min(step, Math.scalb(1.0, Math.getExponent(longest)));
      double allowed = resolution.momentTolerance() * share * excess(tilt);
      while (longest / step < LONGEST / 2.0 && growth(step) > allowed) {
        step /= 2;
      }
      while (longest / step > LONGEST) {
        step *= 2;
      }
      return step;
    }

    @Override
    public TiltedLosses onGrid(double step) {
      long low = (long) Math.floor(losses[0] / step);
      int size = (int) ((long) Math.floor(losses[losses.length - 1] / step) - low) + 2;
      double[] mass = new double[size];
      for (int i = 0; i < losses.length; i++) {
        long cell = (long) Math.floor(losses[i] / step);
        double above = Math.expm1(cell * step - losses[i]) / Math.expm1(-step);
        int index = (int) (cell - low);
        mass[index] += share * rates[i] * (1 - above);
        mass[index + 1] += share * rates[i] * above;
      }
      CompensatedSum scale = new CompensatedSum();
      double error = 0;
      for (int j = 0; j < size; j++) {
        double loss = step * (low + j);
        double gain = mass[j] * Math.expm1(tilt * loss);
        double doubt = RATE_ERROR + TiltedLosses.roundingError(tilt * Math.abs(loss));
        // Gains and losses cancel: the scale is raised by what either may be off by.
        scale.add(gain);
        scale.add(Math.abs(gain) * doubt);
        mass[j] = low + j == 0 ? 0 : mass[j] * Math.exp(tilt * loss);
        error += mass[j] * doubt;
      }
      return new TiltedLosses(tilt, step, low, mass, scale.value(), error).cropped(LEFT_OFF);
    }

    /** How much the log-moment grows on a grid of this step, to second order. */
    private double growth(double step) {
      double sum = 0;
      for (int i = 0; i < losses.length; i++) {
        double offset = losses[i] - step * Math.floor(losses[i] / step);
        sum += share * rates[i] * Math.exp(tilt * losses[i]) * offset * (step - offset);
      }
      return 0.5 * tilt * (tilt + 1) * sum;
    }
  }
}
