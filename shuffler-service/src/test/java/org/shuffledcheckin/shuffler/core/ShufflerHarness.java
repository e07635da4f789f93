package org.shuffledcheckin.shuffler.core;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.shuffledcheckin.kit.config.ConfigSource;
import org.shuffledcheckin.kit.config.Secret;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.time.VirtualClock;
import org.shuffledcheckin.shuffler.config.ShufflerConfig;
import org.shuffledcheckin.shuffler.intake.ClientDelivery;
import org.shuffledcheckin.shuffler.intake.ClientPledge;
import org.shuffledcheckin.shuffler.intake.Outcome;
import org.shuffledcheckin.shuffler.model.StagedModel;
import org.shuffledcheckin.shuffler.release.BatchReader;
import org.shuffledcheckin.shuffler.round.ClosedRound;
import org.shuffledcheckin.shuffler.round.LiveRound;
import org.shuffledcheckin.shuffler.round.OpenRequest;
import org.shuffledcheckin.shuffler.round.RoundListener;
import org.shuffledcheckin.shuffler.store.Store;
import org.shuffledcheckin.shuffler.store.TestDisk;

/** A shuffler whose clock, disk and free space are in the test's hands. */
public final class ShufflerHarness implements AutoCloseable, RoundListener {
  /** What operators show. */
  public static final Secret OPERATOR_TOKEN = Secret.of("operators only");

  /** What the shuffler takes for the time. */
  public final VirtualClock clock = new VirtualClock();

  final AtomicLong freeDisk = new AtomicLong(Long.MAX_VALUE);
  final TestLedger ledger = new TestLedger(RoundId.Run.random(new SecureRandom()));
  final List<String> heard = new ArrayList<>();
  final FragileRandom random = new FragileRandom();
  long subscriptions;
  private final Map<String, String> flags = new HashMap<>();
  private final TestDisk disk;
  private Shuffler shuffler;

  /** On that disk, with the defaults of the configuration. */
  public ShufflerHarness(TestDisk disk) {
    this.disk = disk;
  }

  /** The configuration of a shuffler in a folder: the defaults, and what the flags change. */
  public static ShufflerConfig config(Path data, Map<String, String> flags) {
    Map<String, String> all = new HashMap<>(flags);
    all.put("data", data.toString());
    all.putIfAbsent("aggregator.bundle", TestLedger.bundle().toString());
    Map<String, String> environment = Map.of("TEST_OPERATORS_TOKEN", OPERATOR_TOKEN.reveal());
    return new ConfigSource(Optional.empty(), "TEST", environment, all).read(ShufflerConfig.class);
  }

  /** Changes the configuration of the next process. */
  void set(String key, String value) {
    flags.put(key, value);
  }

  Shuffler shuffler() {
    if (shuffler == null) {
      shuffler =
          new Shuffler(
              config(disk.folder(), flags),
              disk,
              new Platform(clock::nanoTime, freeDisk::get, random),
              this,
              new SimpleMeterRegistry());
    }
    return shuffler;
  }

  /** Ends the process as kill -9 does. */
  void crash() {
    disk.crash(shuffler()::close);
    shuffler = null;
  }

  void restart() {
    shuffler().close();
    shuffler = null;
  }

  void advance(Duration time) {
    Shuffler running = shuffler();
    clock.pass(time);
    get(running.tick());
  }

  /** What another process finds in a table; the disk must be one that two may share. */
  Map<String, byte[]> dump(Store.Table table) {
    Map<String, byte[]> dump = new HashMap<>();
    try (Store store = disk.open()) {
      store.forEach(table, (key, value) -> dump.put(Arrays.toString(key), value));
    }
    return dump;
  }

  /** Whether another process finds reports of the round; as {@link #dump}. */
  boolean hasSpool(long number) {
    try (Store store = disk.open()) {
      return store.spools().contains(id(number));
    }
  }

  List<byte[]> enrol(int count) {
    return shuffler().clients().enrol(count);
  }

  LiveRound open(long number, TestTerms terms) {
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

  Outcome pledge(long number, byte[] token, int reports) {
    return get(sendPledge(number, token, reports))[0];
  }

  CompletableFuture<Outcome[]> sendPledge(long number, byte[] token, int reports) {
    return shuffler()
        .pledge(id(number), OptionalLong.empty(), List.of(ClientPledge.of(token, reports)));
  }

  Outcome[] pledgeNothing(long number, List<byte[]> tokens) {
    return get(
        shuffler()
            .pledge(
                id(number),
                OptionalLong.empty(),
                tokens.stream().map(token -> ClientPledge.of(token, 0)).toList()));
  }

  Outcome deliver(long number, byte[] token, byte[]... reports) {
    return get(sendDelivery(number, token, reports))[0];
  }

  CompletableFuture<Outcome[]> sendDelivery(long number, byte[] token, byte[]... reports) {
    return shuffler()
        .deliver(
            id(number), OptionalLong.empty(), List.of(new ClientDelivery(token, List.of(reports))));
  }

  /** Takes part as an honest client does: pledges, then delivers what it pledged, if anything. */
  Outcome takePart(long number, byte[] token, byte[]... reports) {
    Outcome pledged = pledge(number, token, reports.length);
    return reports.length > 0 && (pledged == Outcome.ACCEPTED || pledged == Outcome.ALREADY_PLEDGED)
        ? deliver(number, token, reports)
        : pledged;
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
