package org.shuffledcheckin.learning.optimizer;

import org.shuffledcheckin.accountant.Arguments;

/**
 * The size of a step by the round's number.
 *
 * @param initial in the first round; positive and finite
 * @param schedule how it goes on
 * @param rounds of the whole plan, over which it decays
 */
public record LearningRate(double initial, Schedule schedule, long rounds) {
  /** Validates the rate. */
  public LearningRate {
    Arguments.requirePositive("learning rate", initial);
    Arguments.requireAtLeast("rounds", rounds, 1);
  }

  /** How the rate changes. */
  public enum Schedule {
    /** Never. */
    CONSTANT,
    /** Falls in equal steps and would be 0 in the round after the last. */
    LINEAR_DECAY
  }

  /** The rate of a round, from 1. */
  public double at(long round) {
    return switch (schedule) {
      case CONSTANT -> initial;
      case LINEAR_DECAY -> initial * Math.max(0, (double) (rounds - round + 1) / rounds);
    };
  }
}
