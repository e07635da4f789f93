/**
 * Rounds without transport and sealing: the client's coin, gradient, clipping, randomiser and
 * encoding, and the aggregator's validation, sum, update and gate, called one after the other. With
 * seeded randomness, so that a run can be repeated; such a run protects nobody.
 */
package org.shuffledcheckin.experiments.simulation;
