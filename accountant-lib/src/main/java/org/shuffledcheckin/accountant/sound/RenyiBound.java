package org.shuffledcheckin.accountant.sound;

/**
 * Guarantees that some rounds are within {@code differs} of rounds that tell everything with
 * probability {@code mass} and otherwise have at most this Renyi divergence, in both orders of the
 * data sets and whatever happened before.
 *
 * @param order of the divergence, above 1
 * @param divergence an upper bound
 * @param mass the probability of outcomes that tell everything
 * @param differs the probability, under either data set, of leaving the rounds that are bounded
 */
public record RenyiBound(double order, double divergence, double mass, double differs) {
  /** Covers the rounding of the moments. */
  static final double ROUNDING = 1e-9;
}
