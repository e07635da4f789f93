/**
 * One client or many in one process, from the announcement of a round to the last report. Public:
 * {@code ClientHost} with its settings and what listens to it. Inside, in the order of a round:
 * {@code SubscriptionKeeper}, {@code RoundInbox}, {@code RoundHandler}, {@code RoundGate} with
 * {@code LedgerProof}, and then, on threads of the round's own ({@code RoundWorkers}), {@code
 * RoundWork}, {@code ModelCheck}, {@code ReportPipeline}.
 */
package org.shuffledcheckin.client.host;
