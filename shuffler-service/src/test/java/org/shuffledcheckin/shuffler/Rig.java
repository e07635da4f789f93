package org.shuffledcheckin.shuffler;

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
import org.shuffledcheckin.shuffler.intake.ClientAnswer;
import org.shuffledcheckin.shuffler.intake.IntakeLimits;
import org.shuffledcheckin.shuffler.intake.Outcome;
import org.shuffledcheckin.shuffler.model.StagedModel;
import org.shuffledcheckin.shuffler.release.BatchReader;
import org.shuffledcheckin.shuffler.round.ClosedRound;
import org.shuffledcheckin.shuffler.round.LiveRound;
import org.shuffledcheckin.shuffler.round.OpenRequest;
import org.shuffledcheckin.shuffler.round.RoundListener;
import org.shuffledcheckin.shuffler.round.RoundRules;
import org.shuffledcheckin.shuffler.store.RocksStore;
import org.shuffledcheckin.shuffler.store.Store;

/** A shuffler whose clock, disk and free space are in the test's hands. */
final class Rig implements AutoCloseable, RoundListener {
  final AtomicLong nanos = new AtomicLong(1_000_000_000_000L);
  final AtomicLong freeDisk = new AtomicLong(Long.MAX_VALUE);
  final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  final TestLedger ledger;
  final List<String> heard = new ArrayList<>();
  RoundRules rules = RoundRules.defaults();
  IntakeLimits limits = IntakeLimits.defaults();
  SecureRandom random = new SecureRandom();
  long subscriptions;
  long largestAnswer = 4 << 20;
  private final boolean onRocks;
  private final MemoryDisk memory = new MemoryDisk();
  private Path folder;
  private int crashes;
  private Shuffler shuffler;

  private Rig(Path folder, boolean onRocks) {
    this.folder = folder;
    this.onRocks = onRocks;
    this.ledger = new TestLedger(RoundId.Run.random(new SecureRandom()));
  }

  static Rig onRocks(Path folder) {
    return new Rig(folder, true);
  }

  static Rig inMemory(Path folder) {
    return new Rig(folder, false);
  }

  MemoryDisk disk() {
    return memory;
  }

  Path folder() {
    return folder;
  }

  Shuffler shuffler() {
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
  void crash() {
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

  void restart() {
    shuffler().close();
    shuffler = null;
  }

  void advance(Duration time) {
    Shuffler running = shuffler();
    nanos.addAndGet(time.toNanos());
    get(running.tick());
  }

  /** Lets time pass without anybody noticing. */
  void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  List<byte[]> enrol(int count) {
    return shuffler().registry().enrol(count);
  }

  LiveRound open(long number, Terms terms) {
    return open(ledger.charge(number, terms, witnessed()));
  }

  LiveRound open(OpenRequest request) {
    return open(request, new byte[0]);
  }

  LiveRound open(OpenRequest request, byte[] model) {
    try (StagedModel staged = shuffler().stage(request.announcement())) {
      if (model.length > 0) {
        staged.append(0, ByteBuffer.wrap(model));
      }
      return get(shuffler().open(request, staged));
    }
  }

  long witnessed() {
    return shuffler().witnessed(ledger.run()).map(LedgerChain.Head::sequence).orElse(0L);
  }

  RoundId id(long number) {
    return new RoundId(ledger.run(), number);
  }

  Outcome answer(long number, byte[] token, byte[]... reports) {
    return get(shuffler().answer(id(number), List.of(new ClientAnswer(token, List.of(reports)))))[
        0];
  }

  Outcome[] answerAll(long number, List<byte[]> tokens) {
    return get(
        shuffler()
            .answer(
                id(number),
                tokens.stream().map(token -> new ClientAnswer(token, List.of())).toList()));
  }

  ClosedRound closed(long number) {
    return get(shuffler().awaitClosed(id(number)));
  }

  List<byte[]> batch(long number) {
    BatchReader reader = shuffler().reader(closed(number));
    List<byte[]> batch = new ArrayList<>();
    for (List<byte[]> block = reader.next(); !block.isEmpty(); block = reader.next()) {
      batch.addAll(block);
    }
    return batch;
  }

  void finish(long number) {
    get(shuffler().finish(id(number)));
  }

  /** A sealed report of the right length that carries a unit nobody else has. */
  static byte[] report(Terms terms, long unit) {
    return ByteBuffer.allocate(terms.reportBytes() + 48).putLong(unit).array();
  }

  static long unit(byte[] report) {
    return ByteBuffer.wrap(report).getLong();
  }

  /** Waits, with the failure itself where there is one. */
  static <T> T get(CompletableFuture<T> future) {
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
