package org.shuffledcheckin.loadtest;

import java.util.function.LongSupplier;

/** Hears how far a load test is, on several threads. */
public interface LoadListener {
  /** Something is done before or between rounds. */
  void step(String what);

  /**
   * Clients are there, and rounds begin.
   *
   * @param rounds at most
   * @param pledges tells how many pledges were acknowledged until then
   */
  void began(long rounds, LongSupplier pledges);

  /** A round is over. */
  void roundEnded(long number);
}
