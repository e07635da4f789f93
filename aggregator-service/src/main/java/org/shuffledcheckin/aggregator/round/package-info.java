/**
 * Rounds, one after the other. {@code RoundCoordinator} runs them over any number of crashes, made
 * of {@code RunParts}; {@code ShufflerLink} is the shuffler as it sees it. Opening, checking and
 * adding reports, waiting and measuring happen inside.
 */
package org.shuffledcheckin.aggregator.round;
