package org.shuffledcheckin.aggregator.round;

import org.shuffledcheckin.aggregator.run.RunState;

/**
 * How a run ended in this process.
 *
 * @param state one that {@link RunState#isEnd}
 * @param detail one sentence for people
 */
public record RunEnd(RunState state, String detail) {}
