package org.shuffledcheckin.kit.server;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes a service when the process is asked to end (SIGTERM, Ctrl-C), and waits for that. */
public final class ShutdownSignal {
  private static final Logger LOG = LoggerFactory.getLogger(ShutdownSignal.class);

  private ShutdownSignal() {}

  /** Registers the service; {@code close} must not lose anything that was acknowledged. */
  public static void closes(String name, AutoCloseable service) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(name, service), name + "-stop"));
  }

  // The process ends either way; what cannot be closed is named and must not stop the others.
  private static void close(String name, AutoCloseable service) {
    try {
      service.close();
      LOG.atInfo().addKeyValue("service", name).log("stopped");
    } catch (Exception e) {
      LOG.atError()
          .addKeyValue("service", name)
          .addKeyValue("exception", e.getClass().getName())
          .log("did not stop cleanly");
    }
  }
}
