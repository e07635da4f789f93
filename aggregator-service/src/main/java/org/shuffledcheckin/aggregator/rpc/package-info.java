/** Everything that speaks {@code checkin/v1}: wire types end in this package. */
package org.shuffledcheckin.aggregator.rpc;
