/**
 * Everything that speaks {@code checkin/v1}: the call to the shuffler, the port for operators, and
 * the mappers at which wire types end.
 */
package org.shuffledcheckin.aggregator.rpc;
