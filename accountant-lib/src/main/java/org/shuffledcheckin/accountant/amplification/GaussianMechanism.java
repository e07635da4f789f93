package org.shuffledcheckin.accountant.amplification;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.PaperValue;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.GaussianProfile;

/**
 * One Gaussian release, and one round of check-in around it without credit for the shuffle.
 *
 * @param mu how far a replaced record moves the mean, in standard deviations of the noise
 */
public record GaussianMechanism(double mu) {
  /** Validates the shift. */
  public GaussianMechanism {
    Arguments.requirePositive("mu", mu);
  }

  /** The exact delta at epsilon (Balle and Wang 2018). */
  public UpperBound delta(double epsilon) {
    Arguments.requireEpsilon(epsilon);
    return new UpperBound(epsilon, new GaussianProfile(mu).delta(epsilon), "analytic-gaussian");
  }

  /** The exact epsilon at delta (Balle and Wang 2018). */
  public UpperBound epsilon(double delta) {
    return new UpperBound(new GaussianProfile(mu).epsilon(delta), delta, "analytic-gaussian");
  }

  /**
   * The textbook epsilon √(2·log(1.25/δ))·μ. Proven only where it is at most 1, and the paper uses
   * it far beyond: kind PAPER.
   */
  public PaperValue classicalEpsilon(double delta) {
    if (!(delta > 0 && delta <= 1)) {
      throw new IllegalArgumentException("delta must be in (0, 1] but is " + delta);
    }
    return new PaperValue(mu * Math.sqrt(2 * Math.log(1.25 / delta)), delta, "classical-gaussian");
  }

  /**
   * The delta at epsilon of one round in which n clients flip a coin and the reports are not
   * shuffled, only their count is public: Σ_k Bin(k)·(k/n)·δ_G(log(1 + (n/k)(e^ε − 1))).
   */
  public UpperBound checkInDelta(long clients, double checkInRate, double epsilon) {
    Arguments.requireAtLeast("clients", clients, 1);
    Arguments.requireEpsilon(epsilon);
    Binomial checkIns = new Binomial(clients, checkInRate);
    GaussianProfile profile = new GaussianProfile(mu);
    long mode = Math.min(clients, (long) ((clients + 1.0) * checkInRate));
    double sum = 0;
    for (long k = mode; k > 0; k--) {
      double term = checkInTerm(checkIns, profile, k, epsilon);
      sum += term;
      if (checkIns.pmf(k) * k <= 1e-20 * sum) {
        sum += checkIns.pmf(k) * k;
        break;
      }
    }
    for (long k = mode + 1; k <= clients; k++) {
      double term = checkInTerm(checkIns, profile, k, epsilon);
      sum += term;
      double ratio =
          (double) (clients - k) / (k + 1) * checkInRate / Math.max(1e-300, 1 - checkInRate);
      // The conditional delta grows with k, but never beyond 1.
      double bound = checkIns.pmf(k) * ratio / (1 - ratio);
      if (ratio < 1 && bound <= 1e-18 * sum) {
        sum += bound;
        break;
      }
    }
    return new UpperBound(epsilon, Math.min(1, sum), "check-in-without-shuffling");
  }

  private static double checkInTerm(
      Binomial checkIns, GaussianProfile profile, long k, double epsilon) {
    double rate = (double) k / checkIns.trials();
    double inner = Math.log1p(Math.expm1(epsilon) / rate);
    return checkIns.pmf(k) * rate * profile.delta(inner);
  }
}
