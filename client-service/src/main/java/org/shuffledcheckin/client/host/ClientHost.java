package org.shuffledcheckin.client.host;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.exchange.Retries;
import org.shuffledcheckin.client.exchange.RoundTime;
import org.shuffledcheckin.client.exchange.Shuffler;
import org.shuffledcheckin.client.journal.ClientJournal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hosts one client or many: keeps subscribed, takes each announced round, survives whatever the
 * network does. A newer round, or its close, ends the work on a round; nothing waits for that end.
 */
public final class ClientHost implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClientHost.class);
  private static final long CLOSE_SECONDS = 10;

  private final HostSettings settings;
  private final ClientJournal journal;
  private final RoundWorkers workers;
  private final ScheduledExecutorService timer;
  private final RoundInbox inbox = new RoundInbox();
  private final RoundHandler handler;
  private final SubscriptionKeeper subscription;
  private final Thread loop;

  /**
   * Opens the host's journal; nothing is sent before {@link #start}.
   *
   * @param journalDirectory where the journal lies, of this host alone
   * @param mark remembers how far the journal was; in its directory if none is given
   * @throws IOException if the journal cannot be used
   */
  public ClientHost(
      HostSettings settings,
      Path journalDirectory,
      Optional<Path> mark,
      Shuffler shuffler,
      HostListener listener)
      throws IOException {
    this.settings = settings;
    HostSettings.Delivery delivery = settings.delivery();
    journal =
        ClientJournal.open(journalDirectory, mark, settings.clients(), settings.rules().menu());
    listener.charged(journal.ledgers().typical());
    ThreadFactory reports = named("client-reports");
    // One more, which waits for the others.
    workers = new RoundWorkers(() -> Executors.newFixedThreadPool(delivery.threads() + 1, reports));
    timer = Executors.newSingleThreadScheduledExecutor(named("client-timer"));
    Retries retries = new Retries(delivery.retry(), timer, new SecureRandom());
    handler =
        new RoundHandler(
            new HostContext(
                settings,
                journal,
                new HostExchange(shuffler, retries, delivery.window()),
                listener),
            workers);
    subscription = new SubscriptionKeeper(shuffler, inbox, listener, retries);
    loop = named("client-rounds").newThread(this::takeRounds);
  }

  /** Subscribes and begins to take rounds. */
  public void start() {
    LOG.info("hosting {} clients", settings.clients());
    loop.start();
    subscription.open();
  }

  /** Whether the shuffler has been heard of and not been lost since. */
  public boolean isConnected() {
    return subscription.isConnected();
  }

  /** Stops taking rounds, ends what is under way and closes the journal; loses nothing durable. */
  @Override
  public void close() throws IOException {
    subscription.close();
    inbox.close();
    timer.shutdownNow();
    loop.interrupt();
    workers.close();
    try {
      loop.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    journal.close();
  }

  private void takeRounds() {
    try {
      for (Optional<RoundInbox.Work> work = inbox.take(); work.isPresent(); work = inbox.take()) {
        take(work.get().round(), work.get().time());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void take(OpenedRound round, RoundTime time) throws InterruptedException {
    try {
      handler.handle(round, time);
    } catch (RuntimeException e) {
      // A bug of ours must not end the process's other rounds; no message, it might name data.
      LOG.error("round {} was given up because of {}", round.id(), e.getClass().getName());
    }
  }

  private static ThreadFactory named(String name) {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
