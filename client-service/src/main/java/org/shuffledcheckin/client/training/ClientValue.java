package org.shuffledcheckin.client.training;

/** Computes the value of a client that is to be randomised. Holds scratch: one per thread. */
interface ClientValue {
  /**
   * Writes the client's value over the whole of {@code out}.
   *
   * @throws IllegalArgumentException if it cannot be computed
   */
  void compute(int client, float[] out);
}
