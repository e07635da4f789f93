/**
 * The page that shows a run while it lasts, and its privacy explorer. {@code Dashboard} adds the
 * routes; the page itself is among the resources.
 */
package org.shuffledcheckin.aggregator.dashboard;
