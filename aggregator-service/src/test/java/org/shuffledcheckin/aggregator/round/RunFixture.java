package org.shuffledcheckin.aggregator.round;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.aggregator.TestAccountant;
import org.shuffledcheckin.aggregator.TestRounds;
import org.shuffledcheckin.aggregator.ledger.LedgerMark;
import org.shuffledcheckin.aggregator.model.RoundTask;
import org.shuffledcheckin.aggregator.run.BudgetView;
import org.shuffledcheckin.aggregator.run.RoundTimes;
import org.shuffledcheckin.aggregator.run.RoundView;
import org.shuffledcheckin.aggregator.run.RunEvents;
import org.shuffledcheckin.aggregator.run.RunListener;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.aggregator.store.Database;
import org.shuffledcheckin.aggregator.store.JdbcRunStore;
import org.shuffledcheckin.aggregator.store.RunStore;
import org.shuffledcheckin.aggregator.store.RunTotals;
import org.shuffledcheckin.aggregator.store.StoredRun;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.RoundWindow;
import org.shuffledcheckin.kit.sealing.ModelKey;
import org.shuffledcheckin.kit.time.VirtualClock;
import org.shuffledcheckin.report.randomizer.ReportForm;

/** A run on an SQLite file, a fake shuffler and a foreseeable accountant. */
final class RunFixture implements AutoCloseable {
  static final double RATE = 0.125;
  static final long CLIENTS = 1000;

  final Path folder;
  private final VirtualClock clock = new VirtualClock(TestRounds.NOON);
  FakeShuffler shuffler;
  final JdbcRunStore store;
  final List<RoundView> ended = new ArrayList<>();
  final List<RunState> states = new ArrayList<>();
  final CountDownLatch paused = new CountDownLatch(1);
  final CountDownLatch stalledForTheDatabase = new CountDownLatch(1);
  volatile String stalled = "";
  RoundTask task = UnitReports.task();
  long rounds = 3;
  long honestClients = CLIENTS;
  long lossLimit;
  RoundSigner signer = TestRounds.KEYS::sign;
  double epsilonLimit = 100;
  long largestBatch = 1000;
  int pauseAfterDiscards = 3;
  double strikeShare;
  Optional<ModelKey> modelKey = Optional.empty();

  RunFixture(Path folder, long seed) {
    this(folder, seed, "");
  }

  /** With settings of SQLite behind the file's name. */
  RunFixture(Path folder, long seed, String settings) {
    this.folder = folder;
    this.shuffler = new FakeShuffler(seed);
    this.store = new JdbcRunStore(Database.sqlite(folder.resolve("run.db" + settings)), 3);
    store.create(new StoredRun(TestRounds.RUN, "{}", TestRounds.NOON), task.initial());
  }

  /** Begins anew, keeping the opened database. */
  void reset(long seed) {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("run.db"));
        Statement statement = connection.createStatement()) {
      for (String table : List.of("evaluation", "rejection", "round", "ledger", "model", "run")) {
        statement.executeUpdate("DELETE FROM " + table);
      }
      Files.deleteIfExists(folder.resolve("ledger.mark"));
    } catch (SQLException | IOException e) {
      throw new IllegalStateException(e);
    }
    shuffler = new FakeShuffler(seed);
    ended.clear();
    states.clear();
    store.create(new StoredRun(TestRounds.RUN, "{}", TestRounds.NOON), task.initial());
  }

  RunPlan plan() {
    return new RunPlan(
        new Budget(epsilonLimit, 1e-5),
        new Population(
            CLIENTS,
            honestClients,
            lossLimit,
            RATE,
            task.randomizer().kind().form() == ReportForm.DISTRIBUTED
                ? CheckInLaw.BERNOULLI
                : CheckInLaw.POISSON),
        new RoundsPlan(
            rounds,
            new RoundWindow(Duration.ofSeconds(10), 1, 0, 0, strikeShare),
            largestBatch,
            pauseAfterDiscards),
        modelKey);
  }

  /** One life of an aggregator: from start to its end, or to a crash. */
  RunEnd live(Faults faults) throws InterruptedException {
    try (LedgerMark mark = LedgerMark.open(folder.resolve("ledger.mark"), TestRounds.RUN)) {
      return coordinator(faults, mark).run();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  RoundCoordinator coordinator(Faults faults, LedgerMark mark) {
    return life(faults, mark, UnaryOperator.identity()).coordinator();
  }

  /** An aggregator's coordinator and what it tells. */
  record Life(RoundCoordinator coordinator, RunEvents events) {}

  Life life(Faults faults, LedgerMark mark, UnaryOperator<RunStore> around) {
    RunPlan plan = plan();
    RunEvents events =
        new RunEvents(
            new RunStatus(
                TestRounds.RUN,
                RunState.STALLED,
                "Starting.",
                new RunTotals(0, 0, 0, 0, Map.of()),
                new BudgetView(
                    new UpperBound(0, 1e-5, "none"), plan.budget(), OptionalLong.empty()),
                OptionalDouble.empty()));
    events.subscribe(
        new RunListener() {
          @Override
          public void roundEnded(RoundView round, RoundTimes times) {
            ended.add(round);
          }

          @Override
          public void stateChanged(RunStatus status) {
            states.add(status.state());
            if (status.state() == RunState.STALLED && status.detail().contains("database")) {
              stalled = status.detail();
              stalledForTheDatabase.countDown();
            }
            if (status.state() == RunState.PAUSED) {
              paused.countDown();
            }
          }
        });
    RunStore faulty = faults.around(RunStore.class, around.apply(store));
    store.claim();
    RunParts parts =
        new RunParts(
            RunParts.Job.of(TestRounds.RUN, plan, task, TestAccountant.FRESH),
            new RunParts.Books(faulty, mark),
            faults.around(ShufflerLink.class, shuffler),
            new Evaluations(Optional.empty(), 1, rounds, faulty, events, Runnable::run),
            events,
            new RunParts.Resources(2, Runnable::run, clock, new SecureRandom(), signer));
    return new Life(
        new RoundCoordinator(
            parts, Duration.ofMillis(100), Duration.ofSeconds(10), new Random(1), this::pause),
        events);
  }

  /** Takes virtual time only, but notices an interrupt as a real pause does. */
  private void pause(Duration duration) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("stopped instead of waiting " + duration);
    }
    clock.pass(duration);
  }

  @Override
  public void close() {
    store.close();
  }
}
