/**
 * Rényi divergences: curves that know what they are worth, subsampling without replacement,
 * mixtures over the number of check-ins, distributed check-in, and the conversion to epsilon.
 */
package org.shuffledcheckin.accountant.rdp;
