package org.shuffledcheckin.client.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.random.RandomGenerator;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.exchange.Retries;
import org.shuffledcheckin.client.exchange.RoundTime;
import org.shuffledcheckin.client.exchange.Shuffler;
import org.shuffledcheckin.client.journal.ClientJournal;

/**
 * A client host without threads and without a clock of its own: it takes a round when it is told
 * to, on the caller's thread. Everything else is what deployed hosts run.
 */
public final class SteppedHost implements AutoCloseable {
  private final ClientJournal journal;
  private final RoundHandler handler;

  /**
   * Opens the journal.
   *
   * @param caller runs reports and the waits between attempts, on the caller's thread
   */
  public SteppedHost(
      HostSettings settings,
      Path folder,
      Shuffler shuffler,
      HostListener listener,
      ScheduledExecutorService caller,
      RandomGenerator jitter)
      throws IOException {
    journal = ClientJournal.open(folder, Optional.empty(), settings.clients());
    handler =
        new RoundHandler(
            settings,
            journal,
            new ReportPipeline(caller, 1, settings.drawing().randomness()),
            new HostExchange(
                shuffler,
                new Retries(settings.delivery().retry(), caller, jitter),
                settings.delivery().window()),
            listener);
  }

  /** Takes a round from its announcement as far as it goes. */
  public void take(OpenedRound round, RoundTime time) throws InterruptedException {
    handler.handle(round, time);
  }

  /** What it remembers. */
  public ClientJournal journal() {
    return journal;
  }

  @Override
  public void close() throws IOException {
    journal.close();
  }
}
