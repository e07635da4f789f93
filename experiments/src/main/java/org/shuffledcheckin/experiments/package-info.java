/**
 * Experiments that can be done again: {@link org.shuffledcheckin.experiments.Experiment}, the
 * records it trains on, the folder it leaves its results in, and who hears how far it is. The
 * experiments themselves are in {@code paper}, {@code frontier} and {@code forms}; they train by
 * {@code simulation} and draw with {@code figure}.
 */
package org.shuffledcheckin.experiments;
