/**
 * The wire: the only package that knows generated message types. Public: {@code GrpcShuffler} and
 * {@code ModelMessage}, the serialised model; the mappers are inside.
 */
package org.shuffledcheckin.client.rpc;
