package org.shuffledcheckin.report.noise;

import java.util.random.RandomGenerator;

/** A generator whose every 64-bit word is the same, to walk a chosen path through a sampler. */
public final class RepeatedWord implements RandomGenerator {
  private final long word;

  /** Repeats the word. */
  public RepeatedWord(long word) {
    this.word = word;
  }

  @Override
  public long nextLong() {
    return word;
  }
}
