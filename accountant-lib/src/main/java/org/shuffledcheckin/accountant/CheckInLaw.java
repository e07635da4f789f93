package org.shuffledcheckin.accountant;

/** How a client draws the number of reports that it sends in one round. */
public enum CheckInLaw {
  /** A Poisson(rate) number of reports, each with fresh noise; nearly always 0 or 1. */
  POISSON,
  /** One report with probability rate, otherwise none: the paper's coin. */
  BERNOULLI
}
