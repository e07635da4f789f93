package org.shuffledcheckin.aggregator.store;

/**
 * How good a model was on the test set.
 *
 * @param round the round whose commit made the model
 * @param accuracy share of test records told right
 * @param loss mean cross-entropy
 */
public record StoredEvaluation(long round, double accuracy, double loss) {}
