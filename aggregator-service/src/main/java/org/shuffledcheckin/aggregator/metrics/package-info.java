/** The run as meters. */
package org.shuffledcheckin.aggregator.metrics;
