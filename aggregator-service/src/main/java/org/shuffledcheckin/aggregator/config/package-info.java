/** What an operator writes down, and the run that follows from it. */
package org.shuffledcheckin.aggregator.config;
