/**
 * Special functions, tails, searches and the Fourier transform that the accountants stand on. Every
 * function states its relative accuracy; tails are computed as tails and never as one minus
 * something.
 */
package org.shuffledcheckin.accountant.numeric;
