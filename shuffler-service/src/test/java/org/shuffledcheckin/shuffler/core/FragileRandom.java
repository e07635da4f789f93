package org.shuffledcheckin.shuffler.core;

import java.security.ProviderException;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Randomness that fails when told to, as a broken provider does. */
final class FragileRandom extends SecureRandom {
  private static final long serialVersionUID = 1L;

  private final AtomicInteger failures = new AtomicInteger();

  /** Lets the next draws fail. */
  void failNext(int draws) {
    failures.set(draws);
  }

  @Override
  public void nextBytes(byte[] bytes) {
    if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new ProviderException("no randomness");
    }
    super.nextBytes(bytes);
  }
}
