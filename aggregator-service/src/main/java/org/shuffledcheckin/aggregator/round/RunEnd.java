package org.shuffledcheckin.aggregator.round;

import org.shuffledcheckin.aggregator.run.RunState;

/**
 * How a run ended in this process.
 *
 * @param state what it was doing last
 * @param detail one sentence for people
 */
public record RunEnd(RunState state, String detail) {}
