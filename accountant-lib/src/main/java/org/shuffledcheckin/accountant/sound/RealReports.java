package org.shuffledcheckin.accountant.sound;

import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.RoundCount;
import org.shuffledcheckin.accountant.amplification.GaussianMechanism;
import org.shuffledcheckin.accountant.numeric.Upward;
import org.shuffledcheckin.accountant.pld.RoundLosses;

/**
 * Charges for what computers draw, where the analyses reason about ideal laws. Pure randomisers and
 * coins are exact; Gaussian reports and Poisson draws are within a total variation of the ideal
 * ones, so that real and ideal run can be coupled but for the expected number of draws times that.
 *
 * <p>Where single reports are seen, a round may pay for its own instead: reports within a total
 * variation have a profile of at most H + m, m the smallest H(a) + (1 + a) times it, and the
 * differing client sends at its own rate. So the round tells everything at that rate times m. See
 * the privacy analysis, section 6a.
 *
 * <p>A sum that nobody sees the parts of deviates as a whole, once a round.
 *
 * @param library knows who looks and at which rate the differing client draws
 */
record RealReports(RoundLibrary library) {
  /** The slack of rounds with these losses, from the analysis that needs no clones. */
  DeltaSlack slack(RoundCount count, RoundLosses losses) {
    CheckInRound round = count.round();
    if (round.guarantee() instanceof LocalGuarantee.GaussianSum && round.checkInRate() > 0) {
      double deviating = LocalGuarantee.GaussianSum.DEVIATION;
      return DeltaSlack.exchanging(deviating, losses.leastExtra(deviating), count.times());
    }
    if (!(round.guarantee() instanceof LocalGuarantee.Gaussian gaussian) || expected(round) == 0) {
      return DeltaSlack.NONE;
    }
    if (library.options().observer() == SoundOptions.Observer.SHUFFLER) {
      double each = Upward.plus(LocalGuarantee.Gaussian.DEVIATION, LocalGuarantee.Gaussian.REFUSED);
      double deviating = Upward.times(expected(round), each);
      return DeltaSlack.exchanging(deviating, losses.leastExtra(deviating), count.times());
    }
    double own = library.ownRate(round);
    double least =
        new GaussianMechanism(gaussian.mu()).leastExtra(LocalGuarantee.Gaussian.DEVIATION);
    // Without credit for the shuffle only the differing client's report matters.
    double deviating =
        round.law() == CheckInLaw.BERNOULLI
            ? Upward.times(own, LocalGuarantee.Gaussian.DEVIATION)
            : deviating(round);
    return DeltaSlack.exchanging(deviating, Upward.times(own, least), count.times());
  }

  /** The probability that some Gaussian report of a round is not the ideal one. */
  double deviating(CheckInRound round) {
    return Upward.times(expected(round), LocalGuarantee.Gaussian.DEVIATION);
  }

  /** The probability that some draw of a round is not the ideal one. */
  double drawnOtherwise(CheckInRound round) {
    return round.law() == CheckInLaw.POISSON && round.checkInRate() > 0
        ? Upward.multiple(round.clients() + 1, CheckInLaw.POISSON_DEVIATION)
        : 0;
  }

  /** The expected number of reports of a round. */
  private double expected(CheckInRound round) {
    double others = Upward.multiple(round.clients(), round.checkInRate());
    return library.options().ownRate().isEmpty()
        ? others
        : Upward.plus(others, library.ownRate(round));
  }
}
