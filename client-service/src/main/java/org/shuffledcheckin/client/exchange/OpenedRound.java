package org.shuffledcheckin.client.exchange;

import java.time.Duration;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Announcement;

/**
 * A round that the shuffler has announced.
 *
 * @param announcement its parameters, parsed from the bytes as they came
 * @param remaining how long answers were still taken when it was sent
 * @param ledger the ledger head that the shuffler witnessed for it
 */
public record OpenedRound(Announcement announcement, Duration remaining, Head ledger) {}
