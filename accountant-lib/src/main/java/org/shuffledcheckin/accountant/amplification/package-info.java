/**
 * What one round is worth by known theorems: closed and numerical forms of shuffling, subsampling,
 * the Gaussian mechanism, and how many clients check in. To compare with and to build on; the
 * accountant itself rests on {@link org.shuffledcheckin.accountant.sound}.
 */
package org.shuffledcheckin.accountant.amplification;
