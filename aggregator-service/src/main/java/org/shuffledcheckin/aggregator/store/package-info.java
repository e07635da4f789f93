/**
 * What survives a crash: the run, its ledger, its rounds and its models, in SQLite or PostgreSQL
 * through one JDBC code path.
 */
package org.shuffledcheckin.aggregator.store;
