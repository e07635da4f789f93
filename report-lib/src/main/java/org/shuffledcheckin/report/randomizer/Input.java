package org.shuffledcheckin.report.randomizer;

/** What a client puts into a randomiser. */
public enum Input {
  /** A gradient of the round's model, one number per parameter. */
  GRADIENT,
  /** One number. */
  NUMBER,
  /** One category, numbered from 0. */
  CATEGORY
}
