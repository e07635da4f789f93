/**
 * Distributed check-in: rounds of which nothing is seen but the sum of the reports and their
 * number. {@link org.shuffledcheckin.accountant.sums.SummedRound} is what services charge with: it
 * holds whatever reports are lost and whatever verdict strikes them. See the privacy analysis,
 * section 13.
 */
package org.shuffledcheckin.accountant.sums;
