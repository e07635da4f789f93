package org.shuffledcheckin.client.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.filter.FilterMenu;
import org.shuffledcheckin.accountant.filter.PrivacyFilter;
import org.shuffledcheckin.client.TestLedger;
import org.shuffledcheckin.client.TestRounds;
import org.shuffledcheckin.client.TestShuffler;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.coin.Draws;
import org.shuffledcheckin.client.coin.SitOutRule;
import org.shuffledcheckin.client.exchange.Delivery;
import org.shuffledcheckin.client.exchange.DeliveryOutcome;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.exchange.Pledge;
import org.shuffledcheckin.client.exchange.PledgeOutcome;
import org.shuffledcheckin.client.exchange.Retries;
import org.shuffledcheckin.client.exchange.RoundFeed;
import org.shuffledcheckin.client.exchange.RoundTime;
import org.shuffledcheckin.client.exchange.Shuffler;
import org.shuffledcheckin.client.journal.ClientJournal;
import org.shuffledcheckin.client.journal.RecordedRound;
import org.shuffledcheckin.client.journal.TestJournals;
import org.shuffledcheckin.client.policy.TestLedgers;
import org.shuffledcheckin.kit.files.LosingDisk;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.sealing.RoundKey;
import org.shuffledcheckin.report.noise.InsecureSeededRandomness;
import org.shuffledcheckin.report.noise.ReportRandomness;

/**
 * Kills a host at every step of a round, with all that was not on disk, and starts it again until
 * the round is done.
 */
class CrashTest {
  private static final byte[] MODEL = TestRounds.model(0.1f);
  private static final int CLIENTS = 6;
  private static final FilterMenu MENU = FilterMenu.recommended(new Budget(8, 1e-5));

  @TempDir Path folder;

  private final LosingDisk disk = new LosingDisk();
  private final RoundKey key = RoundKey.generate();

  /** The process dies here. */
  private static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** Dies at the n-th step it is told of. */
  private static final class Fuse {
    private final int at;
    private final AtomicInteger steps = new AtomicInteger();

    Fuse(int at) {
      this.at = at;
    }

    void step() {
      if (steps.incrementAndGet() == at) {
        throw new Crash();
      }
    }

    boolean blown() {
      return steps.get() >= at;
    }
  }

  /** Steps before and after everything that leaves the process. */
  private record FusedShuffler(Shuffler inner, Fuse fuse) implements Shuffler {
    @Override
    public Subscription subscribe(RoundFeed feed) {
      return inner.subscribe(feed);
    }

    @Override
    public CompletableFuture<byte[]> downloadModel(RoundId round, int bytes, Duration timeout) {
      fuse.step();
      return inner.downloadModel(round, bytes, timeout);
    }

    @Override
    public CompletableFuture<List<OpenedRound>> listRounds(Duration timeout) {
      return inner.listRounds(timeout);
    }

    @Override
    public CompletableFuture<List<Link>> readLinks(RoundId.Run run, long after, Duration timeout) {
      return inner.readLinks(run, after, timeout);
    }

    @Override
    public CompletableFuture<List<PledgeOutcome>> pledge(
        RoundId round, List<Pledge> pledges, Duration timeout) {
      fuse.step();
      List<PledgeOutcome> outcomes = inner.pledge(round, pledges, timeout).join();
      fuse.step();
      return CompletableFuture.completedFuture(outcomes);
    }

    @Override
    public CompletableFuture<List<DeliveryOutcome>> deliver(
        RoundId round, List<Delivery> deliveries, Duration timeout) {
      fuse.step();
      List<DeliveryOutcome> outcomes = inner.deliver(round, deliveries, timeout).join();
      fuse.step();
      return CompletableFuture.completedFuture(outcomes);
    }
  }

  private record FusedRandomness(ClientRandomness inner, Fuse fuse) implements ClientRandomness {
    @Override
    public RandomGenerator coins(RoundId round) {
      fuse.step();
      return inner.coins(round);
    }

    @Override
    public RandomGenerator sitOuts(RoundId round) {
      return inner.sitOuts(round);
    }

    @Override
    public RandomGenerator dropouts(RoundId round) {
      return inner.dropouts(round);
    }

    @Override
    public ReportRandomness reports(RoundId round, int client) {
      fuse.step();
      return inner.reports(round, client);
    }
  }

  private record FusedListener(Fuse fuse) implements HostListener {
    @Override
    public void drawn(RoundId round, long participants, long reports) {
      fuse.step();
    }

    @Override
    public void pledged(RoundId round, Map<PledgeOutcome, Long> outcomes) {
      fuse.step();
    }

    @Override
    public void finished(RoundSummary summary) {
      fuse.step();
    }
  }

  /** Every life of the process has its own seed, so that anything made twice shows. */
  private static HostSettings settings(Fuse fuse, boolean keepSealed, int life) {
    SitOutRule fused = (candidates, stream) -> fuse.step();
    ClientRandomness seeded = ClientRandomness.insecure(new InsecureSeededRandomness(life));
    return new TestHosts()
        .data(TestRounds.data(CLIENTS))
        .randomness(new FusedRandomness(seeded, fuse))
        .sitOut(fused)
        .keepSealed(keepSealed)
        .lifetime(MENU)
        .build();
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void killedAtEveryStep_neverDrawsTwiceNorChangesAByte(boolean keepSealed) throws Exception {
    RoundTerms terms = TestRounds.gaussian(1, CheckInLaw.POISSON, 0.7, MODEL, key.publicKey());
    int killed = 0;
    for (int at = 1; ; at++) {
      try (TestShuffler shuffler = new TestShuffler()) {
        shuffler.open(terms, MODEL);
        Path journal = folder.resolve(keepSealed + "-" + at);
        boolean blown = runUntilDone(terms, shuffler, journal, at, keepSealed);
        check(shuffler, journal, at, keepSealed);
        if (!blown) {
          break;
        }
        killed++;
      }
    }
    assertThat(killed).isGreaterThan(10);
  }

  /** Runs once with a fuse, then twice without; tells whether the fuse blew. */
  private boolean runUntilDone(
      RoundTerms terms, TestShuffler shuffler, Path journal, int at, boolean keepSealed)
      throws Exception {
    Fuse fuse = new Fuse(at);
    try {
      take(terms, shuffler, journal, fuse, keepSealed, 0);
    } catch (Crash expected) {
      assertThat(fuse.blown()).isTrue();
    }
    disk.losePower();
    disk.restorePower();
    for (int restart = 1; restart <= 2; restart++) {
      take(terms, shuffler, journal, new Fuse(Integer.MAX_VALUE), keepSealed, restart);
    }
    return fuse.blown();
  }

  private void take(
      RoundTerms terms, TestShuffler shuffler, Path folder, Fuse fuse, boolean keepSealed, int life)
      throws Exception {
    HostSettings settings = settings(fuse, keepSealed, life);
    var timer = java.util.concurrent.Executors.newSingleThreadScheduledExecutor();
    try (ClientJournal journal = TestJournals.open(disk, folder, CLIENTS, MENU)) {
      Shuffler fused = new FusedShuffler(shuffler.shuffler(TestHosts.token(0)), fuse);
      Retries retries = new Retries(TestHosts.QUICK, timer, new java.security.SecureRandom());
      RoundHandler handler =
          new RoundHandler(
              new HostContext(
                  settings, journal, new HostExchange(fused, retries, 8), new FusedListener(fuse)),
              new RoundWorkers(CallersThread::new));
      handler.handle(
          new TestLedger().charge(terms),
          new RoundTime(terms.window().openFor(), System::nanoTime));
    } finally {
      timer.shutdownNow();
    }
  }

  private void check(TestShuffler shuffler, Path folder, int at, boolean keepSealed)
      throws Exception {
    try (ClientJournal journal = TestJournals.open(disk, folder, CLIENTS, MENU)) {
      RecordedRound round = journal.last(TestRounds.RUN).orElseThrow();
      for (int client = 0; client < CLIENTS; client++) {
        String what = "client " + client + " killed at step " + at;
        PrivacyFilter once = PrivacyFilter.open(MENU).charge(round.charge());
        assertThat(TestLedgers.spent(journal.ledgers(), client)).as("charged once").isEqualTo(once);
        int drawn = reportsOf(round.draws(), client);
        assertThat(new HashSet<>(shuffler.heard(1, TestHosts.token(client))))
            .as(what)
            .containsExactly(ByteString.copyFrom(new byte[] {(byte) drawn}));
        List<List<ByteString>> sent = shuffler.received(1, TestHosts.token(client));
        assertThat(new HashSet<>(sent)).as(what).hasSizeLessThanOrEqualTo(1);
        if (!sent.isEmpty()) {
          assertThat(sent.get(0)).as(what).hasSize(drawn);
        } else {
          // Whoever keeps what it sealed loses nothing; the others only in the crash.
          assertThat(drawn == 0 || !keepSealed).as(what).isTrue();
        }
      }
    }
  }

  private static int reportsOf(Draws draws, int client) {
    for (int index = 0; index < draws.size(); index++) {
      if (draws.client(index) == client) {
        return draws.reports(index);
      }
    }
    return 0;
  }
}
