package org.shuffledcheckin.cli.account;

import java.util.function.Supplier;
import me.tongfei.progressbar.ProgressBar;
import org.shuffledcheckin.cli.Terminal;

/** Shows on a terminal that something is going on, if it takes more than a second. */
final class Spinner {
  private static final long QUIET_MILLIS = 1000;

  private Spinner() {}

  /** Does the work; the sign of life goes to standard error and is gone when the work is done. */
  static <T> T during(String task, Supplier<T> work) {
    if (!Terminal.isThere()) {
      return work.get();
    }
    Thread sign = new Thread(() -> show(task), "spinner");
    sign.setDaemon(true);
    sign.start();
    try {
      return work.get();
    } finally {
      sign.interrupt();
    }
  }

  private static void show(String task) {
    try {
      Thread.sleep(QUIET_MILLIS);
    } catch (InterruptedException e) {
      return;
    }
    try (ProgressBar bar = Terminal.bar(System.err, task, -1).clearDisplayOnFinish().build()) {
      while (true) {
        bar.step();
        Thread.sleep(QUIET_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
