package org.shuffledcheckin.kit.round;

import java.time.Duration;
import org.shuffledcheckin.accountant.CheckInLaw;

/** Round terms for tests. */
public final class Rounds {
  private Rounds() {}

  /** A small Gaussian round that announces the key. */
  public static RoundTerms gaussian(long number, HpkePublicKey key) {
    return new RoundTerms(
        new RoundId(RoundId.Run.fromHex("000102030405060708090a0b0c0d0e0f"), number),
        1000,
        950,
        0.05,
        CheckInLaw.POISSON,
        new RandomizerTerms.Gaussian(10, 0.5, 1.0, 0.5 / 4096),
        26,
        Digest.sha256(),
        0,
        key,
        Duration.ofSeconds(30),
        true,
        5,
        0,
        1e-5,
        0.25);
  }
}
