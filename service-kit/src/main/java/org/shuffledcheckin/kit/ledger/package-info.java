/** The hash chain that makes a run's ledger append-only to whoever remembers one head of it. */
package org.shuffledcheckin.kit.ledger;
