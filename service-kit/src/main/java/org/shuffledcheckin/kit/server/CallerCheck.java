package org.shuffledcheckin.kit.server;

import io.grpc.Attributes;
import io.grpc.Metadata;

/**
 * Tells from a connection and a call's headers whether the caller is known. It runs on the thread
 * that moves bytes, before any of the call's body is taken: it must be quick and must not wait.
 */
@FunctionalInterface
public interface CallerCheck {
  /** Whether the caller has shown a valid credential. */
  boolean knows(Attributes connection, Metadata headers);
}
