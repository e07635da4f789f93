package org.shuffledcheckin.aggregator.run;

import java.util.OptionalLong;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.aggregator.store.RoundOutcome;
import org.shuffledcheckin.aggregator.store.RoundState;

/**
 * What everyone may know of a finished round. Holds counts, never a report.
 *
 * @param number of the round
 * @param state {@link RoundState#COMMITTED} or {@link RoundState#DISCARDED}
 * @param outcome k, how many were counted, and the rejected by reason
 * @param spent proven cost of the run so far
 * @param limit the most it may cost
 * @param roundsLeft how many more such rounds the budget allows; empty until that is worked out
 * @param modelVersion how many rounds are in the model now
 * @param times where the time went
 */
public record RoundFacts(
    long number,
    RoundState state,
    RoundOutcome outcome,
    UpperBound spent,
    double limit,
    OptionalLong roundsLeft,
    long modelVersion,
    RoundTimes times) {}
