package org.shuffledcheckin.accountant.planner;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.losses.PledgedRound;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.CountLaw;
import org.shuffledcheckin.accountant.numeric.Poisson;

/**
 * How many missing reports a round should tolerate where clients drop out, and what that costs.
 * Guarantees nothing about how many rounds are really released: that rests on the expected dropout.
 * The cost is proven whatever happens.
 *
 * @param round the round with the loss limit that was chosen
 * @param discarded the probability that such a round misses more and is discarded
 */
public record LossPlan(PledgedRound round, double discarded) {
  /** Validates the probability. */
  public LossPlan {
    Arguments.requireProbability("discarded", discarded);
  }

  /**
   * Chooses the smallest loss limit at which few enough rounds are discarded.
   *
   * @param strict the round, with the smallest loss limit that is considered
   * @param dropout the probability with which a client that drew does not deliver
   * @param mostDiscarded the share of rounds that may be discarded, in (0, 1)
   */
  public static LossPlan forDropout(PledgedRound strict, double dropout, double mostDiscarded) {
    Arguments.requireDelta("most discarded", mostDiscarded);
    long needed = missing(strict, dropout).upperQuantile(mostDiscarded) - 1;
    return of(
        new PledgedRound(
            strict.honest(),
            Math.max(strict.lossLimit(), needed),
            strict.rate(),
            strict.law(),
            strict.guarantee()),
        dropout);
  }

  /** Says how many rounds are discarded with the loss limit that a round has. */
  public static LossPlan of(PledgedRound round, double dropout) {
    double discarded = missing(round, dropout).survival(round.lossLimit() + 1);
    return new LossPlan(round, Math.min(1, discarded));
  }

  private static CountLaw missing(PledgedRound round, double dropout) {
    Arguments.requireProbability("dropout", dropout);
    double rate = dropout * round.rate();
    return round.law() == CheckInLaw.POISSON
        ? new Poisson(round.honest() * rate)
        : new Binomial(round.honest(), rate);
  }

  /** The round to charge with. */
  public CheckInRound accounted() {
    return round.accounted();
  }

  /** How many of the honest clients hide nobody because reports may be missing. */
  public long clientsGivenUp() {
    return round.honest() - accounted().clients();
  }
}
