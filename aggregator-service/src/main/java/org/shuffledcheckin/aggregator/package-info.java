/**
 * The aggregator: honest but curious, it trains on randomised reports whose senders it cannot know.
 */
package org.shuffledcheckin.aggregator;
