package org.shuffledcheckin.shuffler.config;

/** What must reach the announced number of clients before a batch is released. */
public enum PopulationCheck {
  /** Enrolled clients that answered, with reports or with "not this time". What the proof needs. */
  ANSWERED,
  /** Subscriptions at the close: weaker, a subscriber need not have drawn. */
  SUBSCRIBED,
  /** A number that the operator vouches for: weakest, nothing is observed. */
  CONFIGURED
}
