/**
 * What reports that were drawn and never arrived cost: {@link
 * org.shuffledcheckin.accountant.losses.PledgedRound} turns what a protocol with pledges enforces
 * into the round that everybody charges with.
 *
 * <p>Everything here is computed with {@link StrictMath}: all parties must get the same round from
 * the same numbers, on every machine.
 */
package org.shuffledcheckin.accountant.losses;
