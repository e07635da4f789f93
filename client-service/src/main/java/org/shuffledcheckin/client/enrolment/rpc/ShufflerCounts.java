package org.shuffledcheckin.client.enrolment.rpc;

import java.util.OptionalLong;

/**
 * What a shuffler tells its operator: counts, never names.
 *
 * @param enrolled clients, revoked ones not counted
 * @param subscribers hosts that hear of rounds now
 * @param openRound the number of the round that takes answers, if one does
 * @param answers to that round so far
 * @param spoolBytes bytes of reports on disk
 */
public record ShufflerCounts(
    long enrolled, long subscribers, OptionalLong openRound, long answers, long spoolBytes) {}
