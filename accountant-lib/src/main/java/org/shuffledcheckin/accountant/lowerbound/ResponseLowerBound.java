package org.shuffledcheckin.accountant.lowerbound;

import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;

/**
 * Randomised response where the client holds the first or the second value and all others agree on
 * one value.
 *
 * @param round of which there are so many
 * @param epsilon0 of one response
 * @param values that a response may have
 */
record ResponseLowerBound(CheckInRound round, double epsilon0, int values) {
  /**
   * The epsilon at delta. All others hold the third value, which hides best what they do not send;
   * where there are only two, they hold the second.
   */
  double epsilon(long rounds, double delta) {
    if (round.checkInRate() == 0 || rounds == 0) {
      return 0;
    }
    return values == 2 ? secondValue(rounds, delta) : thirdValue(rounds, delta);
  }

  /** The two orders of the data sets are mirror images. */
  private double thirdValue(long rounds, double delta) {
    double e0 = Math.exp(epsilon0);
    double others = round.checkInRate() / (e0 + values - 1);
    if (round.law() == CheckInLaw.BERNOULLI) {
      CountedPair pair =
          new CountedPair(
              round.clients(),
              new CountedPair.Symbol(others, e0, 1),
              new CountedPair.Symbol(others, 1, e0));
      return ComposedLoss.epsilonOfRounds(pair.losses(), rounds, delta);
    }
    LossAtoms rates = new LossAtoms();
    double jump = Math.log1p((e0 - 1) / round.clients());
    double doubt = LossAtoms.ROUNDING * jump;
    rates.add(jump, rounds * others * (round.clients() - 1 + e0), doubt);
    rates.add(-jump, rounds * others * round.clients(), doubt);
    return ComposedLoss.epsilonOfProcess(rates, delta);
  }

  /** The better of the two orders. */
  private double secondValue(long rounds, double delta) {
    return round.law() == CheckInLaw.BERNOULLI
        ? secondValueByCoins(rounds, delta)
        : secondValueByProcess(rounds, delta);
  }

  private double secondValueByCoins(long rounds, double delta) {
    double e0 = Math.exp(epsilon0);
    double rare = round.checkInRate() / (e0 + 1);
    CountedPair forward =
        new CountedPair(
            round.clients(),
            new CountedPair.Symbol(rare, e0, 1),
            new CountedPair.Symbol(rare * e0, 1 / e0, 1));
    CountedPair backward =
        new CountedPair(
            round.clients(),
            new CountedPair.Symbol(rare, 1, e0),
            new CountedPair.Symbol(rare * e0, 1, 1 / e0));
    return Math.max(
        ComposedLoss.epsilonOfRounds(forward.losses(), rounds, delta),
        ComposedLoss.epsilonOfRounds(backward.losses(), rounds, delta));
  }

  private double secondValueByProcess(long rounds, double delta) {
    double e0 = Math.exp(epsilon0);
    double rare = rounds * round.checkInRate() / (e0 + 1);
    double up = Math.log1p((e0 - 1) / round.clients());
    double down = Math.log1p(-(e0 - 1) / (e0 * round.clients()));
    LossAtoms forward = new LossAtoms();
    double doubtUp = LossAtoms.ROUNDING * up;
    double doubtDown = -LossAtoms.ROUNDING * down;
    forward.add(up, rare * (round.clients() - 1 + e0), doubtUp);
    forward.add(down, rare * ((round.clients() - 1) * e0 + 1), doubtDown);
    LossAtoms backward = new LossAtoms();
    backward.add(-up, rare * round.clients(), doubtUp);
    backward.add(-down, rare * e0 * round.clients(), doubtDown);
    return Math.max(
        ComposedLoss.epsilonOfProcess(forward, delta),
        ComposedLoss.epsilonOfProcess(backward, delta));
  }
}
