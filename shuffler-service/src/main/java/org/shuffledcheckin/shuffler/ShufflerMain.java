package org.shuffledcheckin.shuffler;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.shuffledcheckin.kit.server.ShutdownSignal;

/** A shuffler as a process of its own. */
public final class ShufflerMain {
  private ShufflerMain() {}

  /**
   * Runs a shuffler until the process is asked to end, which loses nothing that was acknowledged.
   *
   * @throws IllegalArgumentException if the configuration is wrong; nothing was started then
   * @throws InterruptedException if the calling thread is interrupted; the shuffler is closed then
   */
  public static void run(Optional<Path> file, Map<String, String> flags)
      throws InterruptedException {
    try (ShufflerService service = ShufflerService.start(ShufflerConfig.load(file, flags))) {
      ShutdownSignal.closes("shuffler", service);
      // Nobody counts down: the process ends by its signal, whose hook closes the service.
      new CountDownLatch(1).await();
    }
  }
}
