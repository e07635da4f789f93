package org.shuffledcheckin.accountant.sound;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.GaussianProfile;

/** Closed forms for a single round with Gaussian noise; each is an upper bound. */
public final class OneRound {
  private OneRound() {}

  /**
   * The delta at epsilon of Bernoulli check-ins without credit for the shuffle: the sum over k of
   * Bin(k) (k/n) delta_G(log(1 + (n/k)(e^epsilon - 1))).
   */
  public static double subsampledGaussianDelta(
      long clients, double checkInRate, double mu, double epsilon) {
    Arguments.requireAtLeast("clients", clients, 1);
    Arguments.requireEpsilon(epsilon);
    return SubsampledGaussian.delta(new Binomial(clients, checkInRate), mu, epsilon);
  }

  /**
   * The profile of the intensities of Poisson check-ins at a factor of at least 0, per unit of
   * rate.
   *
   * @param clients among how many the client hides, itself included
   * @param factor alpha; from 1 on the profile is H(1 + clients (alpha - 1))
   */
  public static double poissonEnvelope(double clients, double mu, double factor) {
    Arguments.requirePositive("clients", clients);
    if (factor >= 1) {
      return new GaussianProfile(mu).delta(Math.log1p(clients * (factor - 1)));
    }
    if (factor <= 0) {
      return clients * (1 - factor);
    }
    return clients * (1 - factor) + factor * poissonEnvelope(clients, mu, 1 / factor);
  }
}
