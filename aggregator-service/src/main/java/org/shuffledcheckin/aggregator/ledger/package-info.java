/**
 * The ledger: every charge against the privacy budget, chained by hashes, written before the round
 * it pays for is announced, and checked against a mark kept outside the database.
 */
package org.shuffledcheckin.aggregator.ledger;
