package org.shuffledcheckin.loadtest.system;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.kit.config.ConfigSource;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.time.VirtualClock;
import org.shuffledcheckin.loadtest.system.Weather.Fault;
import org.shuffledcheckin.shuffler.config.ShufflerConfig;
import org.shuffledcheckin.shuffler.core.Platform;
import org.shuffledcheckin.shuffler.core.Shuffler;
import org.shuffledcheckin.shuffler.round.LiveRound;
import org.shuffledcheckin.shuffler.round.RoundListener;
import org.shuffledcheckin.shuffler.store.StoreException;

/** The shuffler as a process that dies, starts again and has a disk that fails. */
final class ShufflerProcess implements RoundListener, AutoCloseable {
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final Duration LONGEST_DOWN = Duration.ofSeconds(3);

  private final VirtualClock clock;
  private final Weather weather;
  private final VirtualDisk disk;
  private final ShufflerConfig config;
  private final SecureRandom random;
  private final Queue<RoundId> closed = new ConcurrentLinkedQueue<>();
  private final List<Consumer<RoundId>> closeListeners = new ArrayList<>();
  private final List<Runnable> subscribers = new ArrayList<>();
  private volatile long freeDisk = Long.MAX_VALUE;
  private Shuffler shuffler;
  private boolean up;

  /** Says that the process is not there, or went away during a call. */
  static final class Gone extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  ShufflerProcess(VirtualClock clock, Weather weather, Path folder, Path bundle) {
    this.clock = clock;
    this.weather = weather;
    this.config =
        new ConfigSource(
                Optional.empty(),
                "SIMULATED",
                Map.of(),
                Map.of(
                    "data",
                    folder.toString(),
                    "aggregator.bundle",
                    bundle.toString(),
                    "rounds.early-close",
                    Boolean.toString(weather.random.nextBoolean())))
            .read(ShufflerConfig.class);
    this.disk = new VirtualDisk(weather);
    this.random = new InsecureSeededRandom(weather.random.nextLong());
  }

  void start() {
    try {
      shuffler =
          new Shuffler(
              config,
              disk,
              new Platform(clock::nanoTime, () -> freeDisk, random),
              this,
              new SimpleMeterRegistry());
      up = true;
    } catch (StoreException e) {
      disk.revive();
      clock.schedule(weather.within(LONGEST_DOWN), this::start);
      return;
    }
    subscribers.forEach(Runnable::run);
  }

  /** Begins to let its own time pass. */
  void tickFromNowOn() {
    clock.schedule(
        TICK,
        () -> {
          tick();
          tickFromNowOn();
        });
  }

  private void tick() {
    if (weather.strikes(Fault.SHUFFLER_DISK_FULL)) {
      freeDisk = 0;
      clock.schedule(weather.within(LONGEST_DOWN), () -> freeDisk = Long.MAX_VALUE);
    }
    try {
      call(Shuffler::tick);
    } catch (Gone | StoreException e) {
      // As in the service: the next tick tries again.
    }
    for (RoundId id = closed.poll(); id != null; id = closed.poll()) {
      RoundId ended = id;
      closeListeners.forEach(listener -> listener.accept(ended));
    }
  }

  /** Calls the process and waits; it may die meanwhile. */
  <T> T call(Function<Shuffler, CompletableFuture<T>> work) {
    return await(start(work));
  }

  /** Calls the process. */
  <T> CompletableFuture<T> start(Function<Shuffler, CompletableFuture<T>> work) {
    if (!up) {
      throw new Gone();
    }
    return work.apply(shuffler);
  }

  /** Waits for a call. */
  <T> T await(CompletableFuture<T> result) {
    try {
      return result.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new AssertionError(e.getCause());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      buryIfDead();
    }
  }

  /** Asks the process something that takes no time. */
  <T> T ask(Function<Shuffler, T> question) {
    return call(asked -> CompletableFuture.completedFuture(question.apply(asked)));
  }

  private void buryIfDead() {
    if (up && disk.isDead()) {
      up = false;
      shuffler.close();
      disk.revive();
      clock.schedule(weather.within(LONGEST_DOWN), this::start);
    }
  }

  /** The rounds that a new subscriber is told of. */
  List<OpenedRound> announced() {
    if (!up) {
      return List.of();
    }
    return shuffler.open().stream()
        .filter(LiveRound::isInTime)
        .map(
            round ->
                new OpenedRound(
                    round.signed(), round.links(), Duration.ofMillis(round.remainingMillis())))
        .toList();
  }

  /** Runs something whenever a new process serves. */
  void onStart(Runnable action) {
    subscribers.add(action);
  }

  /** Hears of closed rounds. */
  void onClosed(Consumer<RoundId> listener) {
    closeListeners.add(listener);
  }

  @Override
  public void opened(LiveRound round) {}

  @Override
  public void closed(RoundId round) {
    closed.add(round);
  }

  @Override
  public long subscriptions() {
    return subscribers.size();
  }

  @Override
  public void close() {
    if (up) {
      shuffler.close();
    }
  }

  /** Repeatable, so that a seed repeats a schedule. Never secure. */
  private static final class InsecureSeededRandom extends SecureRandom {
    private static final long serialVersionUID = 1;

    private final Random seeded;

    InsecureSeededRandom(long seed) {
      this.seeded = new Random(seed);
    }

    @Override
    public synchronized void nextBytes(byte[] bytes) {
      seeded.nextBytes(bytes);
    }
  }
}
