/**
 * Privacy loss distributions: how they are put on a grid without ever becoming smaller, how many of
 * them compose, and what epsilon and delta the result has.
 *
 * <p>All pairs (P, Q) of this library are symmetric under exchange of P and Q, so a distribution is
 * known by its mass at positive losses: P has mass p at loss l exactly if it has mass p e^-l at
 * loss -l.
 *
 * <p><b>Rounding to a grid</b> always splits the mass of an outcome on the two neighbouring grid
 * points so that both its P-mass and its Q-mass stay what they are ("connect the dots"). The
 * hockey-stick divergence is convex in the likelihood ratio, so it can only grow, by an amount of
 * second order in the width.
 *
 * <p><b>Precision.</b> Composition works with the exponentially tilted law, proportional to
 * e^(theta l) P(l), with theta such that the losses that decide about delta are the typical ones.
 * Everything that a computer gets wrong (mass cut off at the ends of a window, aliasing, rounding
 * in the Fourier transform) is bounded as a probability under the tilted law, called slack, and
 * enters delta as slack times the Chernoff factor E[e^(theta L)] e^(-theta epsilon). The error is
 * therefore relative to delta, however small delta is, and always upward.
 */
package org.shuffledcheckin.accountant.pld;
