package org.shuffledcheckin.cli.clients;

import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;
import org.shuffledcheckin.cli.Terminal;

/** A bar of clients for whoever watches; nothing where nobody does. */
final class CountBar implements AutoCloseable {
  private final Optional<ProgressBar> bar;

  CountBar(String task, long clients) {
    bar =
        clients > 0 && Terminal.isThere()
            ? Optional.of(Terminal.bar(System.err, task, clients).build())
            : Optional.empty();
  }

  void stepBy(long clients) {
    bar.ifPresent(shown -> shown.stepBy(clients));
  }

  @Override
  public void close() {
    bar.ifPresent(ProgressBar::close);
  }
}
