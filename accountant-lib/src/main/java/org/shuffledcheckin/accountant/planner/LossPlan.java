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
    Arguments.requireProbability("dropout", dropout);
    Arguments.requireDelta("most discarded", mostDiscarded);
    double rate = dropout * strict.rate();
    CountLaw missing =
        strict.law() == CheckInLaw.POISSON
            ? new Poisson(strict.honest() * rate)
            : new Binomial(strict.honest(), rate);
    long limit = Math.max(strict.lossLimit(), missing.upperQuantile(mostDiscarded) - 1);
    PledgedRound round =
        new PledgedRound(strict.honest(), limit, strict.rate(), strict.law(), strict.guarantee());
    return new LossPlan(round, Math.min(1, missing.survival(limit + 1)));
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
