package org.shuffledcheckin.shuffler;

import java.security.SecureRandom;
import java.util.Random;

/** Repeatable randomness, for tests that compare two runs byte by byte. Never secure. */
final class InsecureSeededRandom extends SecureRandom {
  private static final long serialVersionUID = 1L;

  private final Random seeded;

  InsecureSeededRandom(long seed) {
    this.seeded = new Random(seed);
  }

  @Override
  public synchronized void nextBytes(byte[] bytes) {
    seeded.nextBytes(bytes);
  }
}
