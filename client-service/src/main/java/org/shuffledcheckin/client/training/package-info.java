/**
 * What a client computes from its own records: pure, without transport, sealing or storage. Public
 * because simulations compute it too: {@code LocalTraining} prepares a round, {@code LocalTask}
 * makes workers, a {@code ReportWorker} makes reports.
 */
package org.shuffledcheckin.client.training;
