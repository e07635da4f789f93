package org.shuffledcheckin.kit.operations;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import org.shuffledcheckin.kit.config.Default;

/**
 * Where the operations port listens. It shows counts to whoever can reach it and has no login: keep
 * it on a network of the operators'.
 *
 * @param enabled whether there is one
 * @param host to bind
 * @param port to bind; 0 lets the system choose
 * @param tls whether it speaks HTTPS, with the service's own certificate, instead of HTTP
 */
public record OperationsConfig(
    @Default("true") boolean enabled,
    @Default("127.0.0.1") String host,
    @Default("9464") int port,
    @Default("false") boolean tls) {
  /** Validates the port. */
  public OperationsConfig {
    requireBetween("port", port, 0, 65_535);
  }

  /** A port that speaks HTTP. */
  public OperationsConfig(boolean enabled, String host, int port) {
    this(enabled, host, port, false);
  }
}
