package org.shuffledcheckin.accountant.filter;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;

/**
 * What rounds must have in common to be charged together tightly, however others choose them. With
 * Poisson check-ins the rates may differ: all rounds of a kind read one Poisson process, each a
 * window as long as its rate, so only the sum of the rates counts.
 *
 * @param law how clients draw
 * @param clients how many are counted on
 * @param guarantee of one report
 * @param rate of the draws with Bernoulli check-ins; 0 with Poisson ones
 * @param lossy whether reports may be lost, for which a part of delta is kept
 */
record FilterKind(
    CheckInLaw law, long clients, LocalGuarantee guarantee, double rate, boolean lossy) {
  private static final double CLOSE = 1.25;

  FilterKind {
    Arguments.requireAtLeast("clients of a kind", clients, 1);
    Arguments.requireProbability("rate of a kind", rate);
  }

  static FilterKind of(CheckInRound round) {
    double rate = round.law() == CheckInLaw.POISSON ? 0 : round.checkInRate();
    return new FilterKind(
        round.law(), round.clients(), round.guarantee(), rate, round.lossMass() > 0);
  }

  /** Whether a round is a post-processing of one of this kind. */
  boolean covers(CheckInRound round) {
    return round.law() == law
        && round.clients() >= clients
        && round.guarantee().implies(guarantee)
        && (lossy || round.lossMass() == 0)
        && (law == CheckInLaw.POISSON || round.checkInRate() <= rate);
  }

  /** Whether a covered round costs nearly as much as one of this kind. */
  boolean isCloseTo(CheckInRound round) {
    return round.guarantee().equals(guarantee)
        && round.clients() <= CLOSE * clients
        && (law == CheckInLaw.POISSON || round.checkInRate() * CLOSE >= rate);
  }

  /** What a round uses up: its rate, or 1 where coins of one rate are flipped. */
  double amount(CheckInRound round) {
    return law == CheckInLaw.POISSON ? round.checkInRate() : 1;
  }

  /** A round of this kind. */
  CheckInRound round(double checkInRate) {
    return new CheckInRound(clients, checkInRate, law, guarantee);
  }
}
