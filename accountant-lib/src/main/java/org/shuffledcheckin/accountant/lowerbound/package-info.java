/**
 * How much of an upper bound is real: epsilon of actual randomisers on actual pairs of data sets,
 * composed and rounded downward, and the exact Rényi divergence of such pairs.
 *
 * <p>A lower bound on Rényi divergence is deliberately not converted to epsilon: the conversion is
 * an inequality, and applied to a lower bound it bounds nothing. Lower bounds on epsilon come from
 * the loss distribution of an actual pair, in {@link
 * org.shuffledcheckin.accountant.lowerbound.LowerBounds}.
 */
package org.shuffledcheckin.accountant.lowerbound;
