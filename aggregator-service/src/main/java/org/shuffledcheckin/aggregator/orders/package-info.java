/** Orders to a run, each in the operators' journal before it takes effect. */
package org.shuffledcheckin.aggregator.orders;
