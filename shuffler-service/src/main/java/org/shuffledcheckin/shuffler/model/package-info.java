/** Models on their way from the aggregator to the clients. */
package org.shuffledcheckin.shuffler.model;
