/**
 * Many simulated clients, honest and not, against a whole system; and the books that must balance
 * afterwards: whatever was acknowledged is counted once, refused for a known reason, or lies in a
 * round that was declared discarded.
 *
 * <p>{@code LoadRun} drives what a {@code LoadPlan} says and gives a {@code LoadResult}; {@code
 * LoadReport} writes that down. A {@code LoadListener} hears how it goes.
 */
package org.shuffledcheckin.loadtest;
