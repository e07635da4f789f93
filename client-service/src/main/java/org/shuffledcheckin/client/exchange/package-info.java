/**
 * What clients and the shuffler say to each other, without the wire: {@code Shuffler} is the seam
 * that load tests and simulations replace; {@code AnswerSender} hands in a round's answers, {@code
 * Retries} repeats calls.
 */
package org.shuffledcheckin.client.exchange;
