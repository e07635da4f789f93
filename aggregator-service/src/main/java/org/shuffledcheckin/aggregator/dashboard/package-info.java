/** The page that shows a run and explores what rounds cost, served on the operations port. */
package org.shuffledcheckin.aggregator.dashboard;
