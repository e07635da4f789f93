package org.shuffledcheckin.client.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ScheduledExecutorService;
import java.util.random.RandomGenerator;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.exchange.Retries;
import org.shuffledcheckin.client.exchange.RoundTime;
import org.shuffledcheckin.client.exchange.Shuffler;
import org.shuffledcheckin.client.journal.ClientJournal;
import org.shuffledcheckin.client.journal.TestJournals;
import org.shuffledcheckin.kit.files.Disk;

/**
 * A client host without threads and without a clock of its own: it takes a round when it is told
 * to, on the caller's thread. Everything else is what deployed hosts run.
 */
public final class SteppedHost implements AutoCloseable {
  private final ClientJournal journal;
  private final RoundHandler handler;

  /**
   * Opens the journal on a disk.
   *
   * @param caller runs the waits between attempts, on the caller's thread
   */
  public SteppedHost(
      HostSettings settings,
      Disk disk,
      Path folder,
      Shuffler shuffler,
      HostListener listener,
      ScheduledExecutorService caller,
      RandomGenerator jitter)
      throws IOException {
    journal = TestJournals.open(disk, folder, settings.clients(), settings.rules().menu());
    handler =
        new RoundHandler(
            new HostContext(
                settings,
                journal,
                new HostExchange(
                    shuffler,
                    new Retries(settings.delivery().retry(), caller, jitter),
                    settings.delivery().window()),
                listener),
            new RoundWorkers(CallersThread::new));
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
