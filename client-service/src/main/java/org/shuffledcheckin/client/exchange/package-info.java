/**
 * What clients and the shuffler say to each other, without the wire: {@code Shuffler} is the seam
 * that load tests and simulations replace; {@code PledgeSender} and {@code DeliverySender} hand in
 * what a round's clients say, {@code Retries} repeats calls, {@code PollingShuffler} looks in from
 * time to time instead of keeping a stream.
 */
package org.shuffledcheckin.client.exchange;
