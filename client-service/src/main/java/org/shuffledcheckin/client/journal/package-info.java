/**
 * What a host's clients must not forget: their ledgers, the last draw of every run, sealed reports
 * that were not acknowledged yet. Written and synced before anyone acts on it.
 */
package org.shuffledcheckin.client.journal;
