/**
 * Who may announce rounds: the aggregator's operator signs each one, clients and shuffler verify it
 * with the keys of a bundle that this operator made.
 */
package org.shuffledcheckin.kit.signing;
