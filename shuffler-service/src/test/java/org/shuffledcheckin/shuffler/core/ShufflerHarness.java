package org.shuffledcheckin.shuffler.core;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.shuffler.config.IntakeLimits;
import org.shuffledcheckin.shuffler.config.RoundRules;
import org.shuffledcheckin.shuffler.intake.ClientAnswer;
import org.shuffledcheckin.shuffler.intake.Outcome;
import org.shuffledcheckin.shuffler.model.StagedModel;
import org.shuffledcheckin.shuffler.release.BatchReader;
import org.shuffledcheckin.shuffler.round.ClosedRound;
import org.shuffledcheckin.shuffler.round.LiveRound;
import org.shuffledcheckin.shuffler.round.OpenRequest;
import org.shuffledcheckin.shuffler.round.RoundListener;
import org.shuffledcheckin.shuffler.store.MemoryDisk;
import org.shuffledcheckin.shuffler.store.RocksStore;
import org.shuffledcheckin.shuffler.store.Store;

/** A shuffler whose clock, disk and free space are in the test's hands. */
public final class ShufflerHarness implements AutoCloseable, RoundListener {
  public final AtomicLong nanos = new AtomicLong(1_000_000_000_000L);
  public final AtomicLong freeDisk = new AtomicLong(Long.MAX_VALUE);
  public final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  public final TestLedger ledger;
  public final List<String> heard = new ArrayList<>();
  public RoundRules rules = RoundRules.defaults();
  public IntakeLimits limits = IntakeLimits.defaults();
  public SecureRandom random = new SecureRandom();
  public long subscriptions;
  public long largestAnswer = 4 << 20;
  private final boolean onRocks;
  private final MemoryDisk memory = new MemoryDisk();
  private Path folder;
  private int crashes;
  private Shuffler shuffler;

  private ShufflerHarness(Path folder, boolean onRocks) {
    this.folder = folder;
    this.onRocks = onRocks;
    this.ledger = new TestLedger(RoundId.Run.random(new SecureRandom()));
  }

  public static ShufflerHarness onRocks(Path folder) {
    return new ShufflerHarness(folder, true);
  }

  public static ShufflerHarness inMemory(Path folder) {
    return new ShufflerHarness(folder, false);
  }

  public MemoryDisk disk() {
    return memory;
  }

  public Path folder() {
    return folder;
  }

  public Shuffler shuffler() {
    if (shuffler == null) {
      shuffler = new Shuffler(parts());
    }
    return shuffler;
  }

  private Shuffler.Parts parts() {
    Path data = folder;
    Store.Opener opener = onRocks ? () -> new RocksStore(data.resolve("store"), 4 << 20) : memory;
    return new Shuffler.Parts(
        data.resolve("models"),
        opener,
        rules,
        limits,
        nanos::get,
        freeDisk::get,
        random,
        1_000_000,
        largestAnswer,
        this,
        meters);
  }

  /** Ends the process as kill -9 does: what is on disk at this moment is all that remains. */
  public void crash() {
    if (onRocks) {
      Path copy = folder.resolveSibling("crash-" + crashes++);
      copy(folder, copy);
      shuffler().close();
      folder = copy;
    } else {
      Shuffler running = shuffler();
      memory.setBroken(true);
      running.close();
      memory.setBroken(false);
    }
    shuffler = null;
  }

  public void restart() {
    shuffler().close();
    shuffler = null;
  }

  public void advance(Duration time) {
    Shuffler running = shuffler();
    nanos.addAndGet(time.toNanos());
    get(running.tick());
  }

  /** Lets time pass without anybody noticing. */
  public void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  public List<byte[]> enrol(int count) {
    return shuffler().registry().enrol(count);
  }

  public LiveRound open(long number, TestTerms terms) {
    return open(ledger.charge(number, terms, witnessed()));
  }

  public LiveRound open(OpenRequest request) {
    return open(request, new byte[0]);
  }

  public LiveRound open(OpenRequest request, byte[] model) {
    try (StagedModel staged = shuffler().stage(request.announcement())) {
      if (model.length > 0) {
        staged.append(0, ByteBuffer.wrap(model));
      }
      return get(shuffler().open(request, staged));
    }
  }

  public long witnessed() {
    return shuffler().witnessed(ledger.run()).map(LedgerChain.Head::sequence).orElse(0L);
  }

  public RoundId id(long number) {
    return new RoundId(ledger.run(), number);
  }

  public Outcome answer(long number, byte[] token, byte[]... reports) {
    return get(shuffler().answer(id(number), List.of(new ClientAnswer(token, List.of(reports)))))[
        0];
  }

  public Outcome[] answerAll(long number, List<byte[]> tokens) {
    return get(
        shuffler()
            .answer(
                id(number),
                tokens.stream().map(token -> new ClientAnswer(token, List.of())).toList()));
  }

  public ClosedRound closed(long number) {
    return get(shuffler().awaitClosed(id(number)));
  }

  public List<byte[]> batch(long number) {
    BatchReader reader = shuffler().reader(closed(number));
    List<byte[]> batch = new ArrayList<>();
    for (List<byte[]> block = reader.next(); !block.isEmpty(); block = reader.next()) {
      batch.addAll(block);
    }
    return batch;
  }

  public void finish(long number) {
    get(shuffler().finish(id(number)));
  }

  /** A sealed report of the right length that carries a unit nobody else has. */
  public static byte[] report(TestTerms terms, long unit) {
    return ByteBuffer.allocate(terms.reportBytes() + 48).putLong(unit).array();
  }

  public static long unit(byte[] report) {
    return ByteBuffer.wrap(report).getLong();
  }

  /** Waits, with the failure itself where there is one. */
  public static <T> T get(CompletableFuture<T> future) {
    try {
      return future.get(30, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new CompletionException(e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new IllegalStateException("nothing came", e);
    }
  }

  private static void copy(Path from, Path to) {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else if (!file.endsWith("LOCK")) {
          Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    if (shuffler != null) {
      shuffler.close();
    }
  }

  @Override
  public void opened(LiveRound round) {
    heard.add("opened " + round.id().number());
  }

  @Override
  public void closed(RoundId round) {
    heard.add("closed " + round.number());
  }

  @Override
  public long subscriptions() {
    return subscriptions;
  }
}
