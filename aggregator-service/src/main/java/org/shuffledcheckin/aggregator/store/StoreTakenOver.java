package org.shuffledcheckin.aggregator.store;

/** Says that another aggregator has claimed this store since; this one must stop writing. */
public final class StoreTakenOver extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** States the fact. */
  public StoreTakenOver() {
    super("Another aggregator has claimed this run's database; this one stops.");
  }
}
