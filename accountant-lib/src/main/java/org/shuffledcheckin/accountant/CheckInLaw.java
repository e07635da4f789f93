package org.shuffledcheckin.accountant;

/** How a client draws the number of reports that it sends in one round. */
public enum CheckInLaw {
  /** A Poisson(rate) number of reports, each with fresh noise; nearly always 0 or 1. */
  POISSON,
  /** One report with probability rate, otherwise none: the paper's coin. */
  BERNOULLI;

  /**
   * What the law of a real Poisson draw may be off by in total variation, if the random bits are
   * uniform; a real coin is exact. Every bound charges for it.
   */
  public static final double POISSON_DEVIATION = 0x1p-120;
}
