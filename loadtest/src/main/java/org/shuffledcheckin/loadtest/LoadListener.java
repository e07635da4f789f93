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
   * @param answers tells how many answers were acknowledged until then
   */
  void began(long rounds, LongSupplier answers);

  /** A round is over. */
  void roundEnded(long number);
}
