/**
 * The one view of a run: {@code RunView} and {@code RoundView}, made from the live feed ({@code
 * RunEvents}) or from the store, and {@code RunJson}, their one form as text. Dashboard, command
 * line, reports and metrics read these and nothing else.
 */
package org.shuffledcheckin.aggregator.run;
