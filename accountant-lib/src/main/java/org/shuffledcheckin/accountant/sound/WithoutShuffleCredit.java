package org.shuffledcheckin.accountant.sound;

import java.util.List;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.RoundCount;
import org.shuffledcheckin.accountant.UpperBound;

/**
 * Bounds Gaussian noise with Bernoulli check-ins by the one way that gives no credit for hiding
 * among other reports. {@link SoundAccountant} tries it too and takes whatever is smallest; this is
 * for those who want to see the ways apart.
 */
public final class WithoutShuffleCredit {
  private WithoutShuffleCredit() {}

  /** The epsilon at delta of this many rounds of Bernoulli check-ins with Gaussian noise. */
  public static UpperBound epsilon(
      long clients, double checkInRate, double noiseMultiplier, long rounds, double delta) {
    Arguments.requireAtLeast("rounds", rounds, 0);
    CheckInRound round =
        new CheckInRound(
            clients,
            checkInRate,
            CheckInLaw.BERNOULLI,
            new LocalGuarantee.Gaussian(noiseMultiplier));
    Coupled direct =
        new Routes(List.of(new RoundCount(round, rounds)), new RoundLibrary(SoundOptions.DEFAULT))
            .direct();
    return new UpperBound(direct.epsilon(delta), delta, direct.method());
  }
}
