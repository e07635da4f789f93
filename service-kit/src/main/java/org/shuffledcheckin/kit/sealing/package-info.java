/** HPKE, bound to a round: clients seal reports, the aggregator alone opens them. */
package org.shuffledcheckin.kit.sealing;
