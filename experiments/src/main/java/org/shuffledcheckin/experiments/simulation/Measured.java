package org.shuffledcheckin.experiments.simulation;

/**
 * A model measured on public test data.
 *
 * @param round after which
 * @param accuracy share of records that were told right
 * @param loss mean cross-entropy in nats
 */
public record Measured(long round, double accuracy, double loss) {}
