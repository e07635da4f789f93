/**
 * The books of a load test: what was acknowledged, what was counted, and whether the two agree.
 * Knows nothing of clients, rounds under way or figures.
 */
package org.shuffledcheckin.loadtest.balance;
