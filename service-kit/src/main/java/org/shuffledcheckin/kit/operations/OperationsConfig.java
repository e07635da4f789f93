package org.shuffledcheckin.kit.operations;

import org.shuffledcheckin.kit.config.Default;

/**
 * Where the operations port listens. It shows counts to whoever can reach it and has no login: keep
 * it on a network of the operators'.
 *
 * @param enabled whether there is one
 * @param host to bind
 * @param port to bind; 0 lets the system choose
 */
public record OperationsConfig(
    @Default("true") boolean enabled,
    @Default("127.0.0.1") String host,
    @Default("9464") int port) {
  /** Validates the port. */
  public OperationsConfig {
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException("port must be in [0, 65535] but is " + port);
    }
  }
}
