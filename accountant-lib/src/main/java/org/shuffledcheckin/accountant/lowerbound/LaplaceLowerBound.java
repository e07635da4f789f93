package org.shuffledcheckin.accountant.lowerbound;

import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.amplification.LaplaceMechanism;

/**
 * Discrete Laplace noise on the two ends of the grid, all other records being at the lower end.
 *
 * @param round of which there are so many
 * @param mechanism of one report
 */
record LaplaceLowerBound(CheckInRound round, LaplaceMechanism mechanism) {
  double epsilon(long rounds, double delta) {
    if (round.checkInRate() == 0 || rounds == 0) {
      return 0;
    }
    return round.law() == CheckInLaw.POISSON ? process(rounds, delta) : counts(rounds, delta);
  }

  /** Every outcome of a report, in both orders of the data sets; those of ratio 1 tell nothing. */
  private double process(long rounds, double delta) {
    LossAtoms forward = new LossAtoms();
    LossAtoms backward = new LossAtoms();
    mechanism.forEachGain(
        (loss, upper, lower) -> {
          add(forward, backward, rounds, upper, lower);
          add(forward, backward, rounds, lower, upper);
        });
    return Math.max(
        ComposedLoss.epsilonOfProcess(forward, delta),
        ComposedLoss.epsilonOfProcess(backward, delta));
  }

  private void add(LossAtoms forward, LossAtoms backward, long rounds, double one, double other) {
    double scale = rounds * round.checkInRate();
    double loss = Math.log1p((one - other) / (round.clients() * other));
    double others = (round.clients() - 1) * other;
    double doubt = LossAtoms.ROUNDING * (Math.abs(loss) + one / (others + one));
    forward.add(loss, scale * (others + one), doubt);
    backward.add(-loss, scale * round.clients() * other, doubt);
  }

  /** Counts the reports beyond the upper end, and those in the upper half below it. */
  private double counts(long rounds, double delta) {
    double[] beyond = new double[2];
    double[] between = new double[2];
    mechanism.forEachGain(
        (loss, upper, lower) -> {
          double[] part = loss == mechanism.epsilon0() ? beyond : between;
          part[0] += upper;
          part[1] += lower;
        });
    CountedPair pair = new CountedPair(round.clients(), symbol(beyond), symbol(between));
    return ComposedLoss.epsilonOfRounds(pair.losses(), rounds, delta);
  }

  private CountedPair.Symbol symbol(double[] part) {
    double others = round.checkInRate() * part[1];
    return new CountedPair.Symbol(others, part[1] == 0 ? 1 : part[0] / part[1], 1);
  }
}
