/** One round after the other: charge, open, receive, sum, commit; resumable at every step. */
package org.shuffledcheckin.aggregator.round;
