/**
 * Epsilons of a few pairs as intervals that contain the truth for certain: integers and decimals of
 * 60 digits, every rounding to one side. Independent of the accountant's numerics, and slow.
 */
package org.shuffledcheckin.accountant.certified;
