/**
 * What a round's sum is good for: a {@code RoundTask} makes a step of the model of it, or an
 * estimate with its error.
 */
package org.shuffledcheckin.aggregator.model;
