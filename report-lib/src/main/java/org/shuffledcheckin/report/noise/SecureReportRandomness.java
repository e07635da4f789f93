package org.shuffledcheckin.report.noise;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * Opens for every report an AES-256-CTR key stream under a fresh key from {@link SecureRandom}.
 *
 * <p>Guarantees computational indistinguishability from uniform bits as long as AES-256 is a
 * pseudo-random permutation and the {@link SecureRandom} has been seeded by the operating system.
 * Does not protect against a reader of this process's memory.
 */
public final class SecureReportRandomness implements ReportRandomness {
  private final SecureRandom keys;

  /** Takes keys from the platform's default source. */
  public SecureReportRandomness() {
    this(new SecureRandom());
  }

  /** Takes keys from the given source. */
  public SecureReportRandomness(SecureRandom keys) {
    this.keys = Objects.requireNonNull(keys, "keys");
  }

  @Override
  public RandomGenerator openStream() {
    byte[] key = new byte[AesCtrStream.KEY_BYTES];
    keys.nextBytes(key);
    RandomGenerator stream = new AesCtrStream(key);
    Arrays.fill(key, (byte) 0);
    return stream;
  }
}
