package org.shuffledcheckin.accountant.sound;

import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.CountLaw;
import org.shuffledcheckin.accountant.pld.LossGrid;
import org.shuffledcheckin.accountant.pld.RoundLosses;

/** Adds the losses of the check-in pair given how many clones there are, for several weights. */
final class ConditionalLosses {
  private static final double TAIL = 1e-32;
  private static final double WEIGHT_ROUNDING = 0x1p-51;

  private final LossGrid grid;
  private final double epsilon0;
  private final double raise;
  private final double contrast;
  private final double coContrast;
  private double tail;

  /**
   * Prepares the grid.
   *
   * @param raise bounds the relative error of probabilities, and of the odds w/(1 - w) of weights
   */
  ConditionalLosses(LossGrid grid, double epsilon0, double raise) {
    this.grid = grid;
    this.epsilon0 = epsilon0;
    this.raise = raise;
    this.contrast = Math.tanh(epsilon0 / 2);
    this.coContrast = 2 / (Math.exp(epsilon0) + 1);
  }

  /** Adds the pair with s reports of the two clone types and each node as weight. */
  void add(long s, WeightNodes nodes) {
    Binomial coins = new Binomial(s, 0.5);
    long middle = (s + 2) / 2;
    double pmf = coins.pmf(middle);
    double total = 0;
    for (int i = 0; i < nodes.count(); i++) {
      total += nodes.mass(i);
    }
    for (long a = middle; a <= s; a++) {
      if (pmf < TAIL * 1e-3 && a > middle + 1) {
        tail += 2 * total * coins.survival(a);
        break;
      }
      for (int i = 0; i < nodes.count(); i++) {
        if (nodes.mass(i) > 0) {
          addOutcome(raised(nodes.node(i)), s, 2 * a - s, (1 + raise) * nodes.mass(i) * pmf);
        }
      }
      boolean anew = (a + 1 - middle) % CountLaw.RECURRENCE == 0;
      pmf = anew ? coins.pmf(a + 1) : pmf * ((double) (s - a) / (a + 1));
    }
  }

  /** A larger weight tells more; beside its odds it is itself rounded. */
  private double raised(double weight) {
    return Math.min(1, weight * (1 + (1 - weight) * raise + WEIGHT_ROUNDING));
  }

  /** Adds probability at which the observer sees the bare randomiser's report. */
  void addBareRandomiser(double probability) {
    grid.add(epsilon0, probability / (1 + Math.exp(-epsilon0)));
  }

  /** Probability met so far that still has to be given to the bare randomiser. */
  double tail() {
    return tail;
  }

  RoundLosses toLosses() {
    return grid.toLosses();
  }

  private void addOutcome(double weight, long s, long difference, double probability) {
    double part = (double) difference / s;
    double x = weight * contrast * part;
    double loss =
        x < 0.5
            ? Math.log1p(x) - Math.log1p(-x)
            : Math.log1p(x) - Math.log(complement(weight, s, difference, part));
    grid.add(Math.min(epsilon0, loss), probability * (1 + x));
  }

  /** 1 - x without cancellation, for x near 1. */
  private double complement(double weight, long s, long difference, double part) {
    double missing = (double) (s - difference) / s;
    return (1 - weight) + weight * (missing + coContrast * part);
  }
}
