/** What a round's sum is good for: a step of the model, or an estimate with its error. */
package org.shuffledcheckin.aggregator.model;
