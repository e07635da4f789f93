package org.shuffledcheckin.kit.server;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Silences the transport's own log lines: they carry peers' addresses. */
final class QuietTransport {
  /** Held here because the JDK keeps loggers by weak reference and would forget the level. */
  private static final List<Logger> SILENCED =
      List.of(Logger.getLogger("io.grpc.netty"), Logger.getLogger("io.grpc.internal"));

  private QuietTransport() {}

  static void install() {
    SILENCED.forEach(logger -> logger.setLevel(Level.OFF));
  }
}
