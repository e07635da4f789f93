/**
 * Vectors of 32-bit words that are only ever seen as sums: masks that split a report in two shares,
 * either of which tells nothing, and exact addition of shares.
 */
package org.shuffledcheckin.report.sum;
