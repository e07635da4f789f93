package org.shuffledcheckin.aggregator.run;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.shuffledcheckin.aggregator.store.Estimate;

/**
 * What the rounds of a run that counts have found.
 *
 * @param rounds each by its number
 */
public record CountingView(SortedMap<Long, Estimate> rounds) {
  /** Takes a copy. */
  public CountingView {
    rounds = Collections.unmodifiableSortedMap(new TreeMap<>(rounds));
  }

  /** All rounds together. */
  public Estimate combined() {
    return rounds.values().stream().reduce(Estimate.NONE, Estimate::with);
  }
}
