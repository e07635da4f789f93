/**
 * What an operator writes down ({@code AggregatorConfig}), the run that follows from it ({@code
 * ResolvedRun}), and what of it must not change while the run lasts ({@code FrozenSettings}).
 */
package org.shuffledcheckin.aggregator.config;
