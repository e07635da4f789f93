package org.shuffledcheckin.aggregator.run;

import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.kit.round.Population;

/**
 * What all rounds of a run have in common.
 *
 * @param model what is trained, in a few words
 * @param rounds how many there shall be, discarded ones among them
 * @param population who takes part, how often, and how much may get lost
 * @param accounted what every round is charged with
 */
public record PlanView(String model, long rounds, Population population, CheckInRound accounted) {
  /** What each report promises by itself. */
  public LocalGuarantee guarantee() {
    return accounted.guarantee();
  }
}
