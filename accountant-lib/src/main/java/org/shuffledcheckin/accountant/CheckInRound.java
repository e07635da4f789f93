package org.shuffledcheckin.accountant;

import java.util.Objects;

/**
 * Describes one round as the accountant sees it.
 *
 * @param clients how many honest clients draw in this round, the protected one among them
 * @param checkInRate the announced rate of each client's draw, in [0, 1]
 * @param law how each client draws
 * @param guarantee what the local randomiser promises about one report
 * @param lossMass the probability, in [0, 1), at which the round is taken to tell everything: what
 *     reports that were drawn and never arrived may cost, see {@link
 *     org.shuffledcheckin.accountant.losses.PledgedRound}. 0 where every report arrives
 */
public record CheckInRound(
    long clients, double checkInRate, CheckInLaw law, LocalGuarantee guarantee, double lossMass) {
  /**
   * A round whose loss mass is at most this promises more than a pair does: that of Poisson
   * check-ins with Gaussian noise the mean of (Z - τ)+^2 - (1 - τ)+^2, Z the likelihood ratio,
   * exceeds that of the worst data set without losses by at most {@link #MOMENT_EXCESS}, at every
   * τ. See the privacy analysis, section 9a.
   */
  public static final double MOMENT_MASS = 5e-17;

  /** What lost reports may add to third-order means, see {@link #MOMENT_MASS}. */
  public static final double MOMENT_EXCESS = 1e-14;

  /** Validates the description. */
  public CheckInRound {
    Arguments.requireAtLeast("clients", clients, 1);
    Arguments.requireProbability("check-in rate", checkInRate);
    Objects.requireNonNull(law, "law");
    Objects.requireNonNull(guarantee, "guarantee");
    Arguments.requireFraction("loss mass", lossMass);
    // One zero: records tell -0.0 from 0.0, accountants must not.
    lossMass = lossMass == 0 ? 0 : lossMass;
  }

  /** Describes a round in which every report that is drawn arrives. */
  public CheckInRound(long clients, double checkInRate, CheckInLaw law, LocalGuarantee guarantee) {
    this(clients, checkInRate, law, guarantee, 0);
  }

  /** Whether third-order means are known too, and not only a dominating pair. */
  public boolean boundsMoments() {
    return lossMass <= MOMENT_MASS;
  }

  /** The same round with another mass at infinite loss. */
  public CheckInRound withLossMass(double mass) {
    return new CheckInRound(clients, checkInRate, law, guarantee, mass);
  }

  /**
   * The same round, accounted under the assumption that this fraction of the clients may work with
   * the observer and so hide nobody: with floor(clients (1 - fraction)) clients.
   *
   * @throws IllegalArgumentException if nobody would be left
   * @throws IllegalStateException if losses were accounted for already: honest clients come first
   */
  public CheckInRound withoutDishonest(double fraction) {
    Arguments.requireProbability("dishonest fraction", fraction);
    if (lossMass > 0) {
      throw new IllegalStateException(
          "dishonest clients must be taken out before losses are accounted for");
    }
    long honest = (long) Math.floor(clients * (1 - fraction));
    return new CheckInRound(
        Arguments.requireAtLeast("honest clients", honest, 1), checkInRate, law, guarantee);
  }
}
