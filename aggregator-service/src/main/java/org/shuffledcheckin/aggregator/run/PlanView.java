package org.shuffledcheckin.aggregator.run;

import java.util.Objects;
import org.shuffledcheckin.accountant.CheckInRound;

/**
 * What all rounds of a run have in common.
 *
 * @param model what is trained, in a few words
 * @param rounds how many there shall be, discarded ones among them
 * @param clients how many answers a release needs
 * @param accounted a round as the accountant sees it; counts the honest clients only
 */
public record PlanView(String model, long rounds, long clients, CheckInRound accounted) {
  /** Validates that all is there. */
  public PlanView {
    Objects.requireNonNull(model, "model");
    Objects.requireNonNull(accounted, "accounted");
  }
}
