/** Reads and checks the ledger of a run, from its own store and nobody's word. */
package org.shuffledcheckin.cli.ledger;
