/**
 * The aggregator: honest but curious, it trains on randomised reports whose senders it cannot know.
 *
 * <p>{@link org.shuffledcheckin.aggregator.AggregatorService} runs it; {@link
 * org.shuffledcheckin.aggregator.RunArchive} and {@link
 * org.shuffledcheckin.aggregator.LedgerArchive} read what it left. The rest wires the parts below,
 * each in a package of its own; wire types end in {@code rpc}, statements in {@code store}.
 */
package org.shuffledcheckin.aggregator;
