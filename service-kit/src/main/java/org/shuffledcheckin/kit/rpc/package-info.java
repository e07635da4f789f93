/** What every service says alike on the wire: rounds, ledger links and heads. */
package org.shuffledcheckin.kit.rpc;
