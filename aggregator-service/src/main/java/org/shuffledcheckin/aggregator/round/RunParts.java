package org.shuffledcheckin.aggregator.round;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.concurrent.Executor;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.aggregator.ledger.LedgerMark;
import org.shuffledcheckin.aggregator.model.RoundTask;
import org.shuffledcheckin.aggregator.run.RunEvents;
import org.shuffledcheckin.aggregator.store.RunStore;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * What a run is made of.
 *
 * @param run its name
 * @param plan what rounds have in common
 * @param task what they are for
 * @param store what survives
 * @param mark the ledger's newest head, outside the store
 * @param shuffler where batches come from
 * @param accountant of no rounds
 * @param evaluations of models
 * @param events what is told
 * @param threads how many open reports at once
 * @param executor where they do, and where the budget is asked ahead
 * @param clock for the ledger's times, which decide nothing
 * @param random for the duplicate filter's keys
 */
public record RunParts(
    RoundId.Run run,
    RunPlan plan,
    RoundTask task,
    RunStore store,
    LedgerMark mark,
    ShufflerLink shuffler,
    PrivacyAccountant accountant,
    Evaluations evaluations,
    RunEvents events,
    int threads,
    Executor executor,
    Clock clock,
    SecureRandom random) {}
