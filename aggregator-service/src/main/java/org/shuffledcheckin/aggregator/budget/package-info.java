/** The privacy budget of a run: who may open a round, and what that costs. */
package org.shuffledcheckin.aggregator.budget;
