package org.shuffledcheckin.loadtest.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
import org.shuffledcheckin.aggregator.ledger.LedgerMark;
import org.shuffledcheckin.aggregator.model.RoundTask;
import org.shuffledcheckin.aggregator.round.Evaluations;
import org.shuffledcheckin.aggregator.round.RoundCoordinator;
import org.shuffledcheckin.aggregator.round.RunEnd;
import org.shuffledcheckin.aggregator.round.RunParts;
import org.shuffledcheckin.aggregator.round.RunPlan;
import org.shuffledcheckin.aggregator.round.ShufflerLink;
import org.shuffledcheckin.aggregator.round.ShufflerUnavailable;
import org.shuffledcheckin.aggregator.run.BudgetView;
import org.shuffledcheckin.aggregator.run.RunEvents;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.aggregator.store.RunStore;
import org.shuffledcheckin.aggregator.store.RunTotals;
import org.shuffledcheckin.aggregator.store.StoreUnavailable;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.time.VirtualClock;

/**
 * The aggregator as a process that dies and starts again. It is the one whose thread runs the
 * schedule: while it waits, everybody else lives.
 */
final class AggregatorProcess {
  private static final Duration LONGEST_DOWN = Duration.ofSeconds(4);
  private static final int MOST_LIVES = 2000;

  private final AggregatorDisk disk;
  private final RoundId.Run run;
  private final RunPlan plan;
  private final RoundTask task;
  private final ShufflerLink link;
  private final VirtualClock clock;
  private final Weather weather;

  AggregatorProcess(
      AggregatorDisk disk,
      RoundId.Run run,
      RunPlan plan,
      RoundTask task,
      ShufflerLink link,
      VirtualClock clock,
      Weather weather) {
    this.disk = disk;
    this.run = run;
    this.plan = plan;
    this.task = task;
    this.link = link;
    this.clock = clock;
    this.weather = weather;
  }

  /** Lives as often as it takes; after each life the ledger must extend what it was before. */
  RunEnd runToTheEnd() throws InterruptedException {
    List<LedgerEntry> before = List.of();
    for (int life = 0; life < MOST_LIVES; life++) {
      Optional<RunEnd> end = live();
      List<LedgerEntry> after = disk.store().ledgerAfter(0, 1000);
      Books.require(
          after.size() >= before.size() && after.subList(0, before.size()).equals(before),
          "the ledger shrank or changed");
      before = after;
      if (end.isPresent()) {
        return end.get();
      }
      clock.pass(weather.within(LONGEST_DOWN));
    }
    throw new AssertionError("the run does not end");
  }

  private Optional<RunEnd> live() throws InterruptedException {
    try (LedgerMark mark = disk.mark(run)) {
      disk.store().claim();
      return Optional.of(coordinator(mark).run());
    } catch (Crash | StoreUnavailable | ShufflerUnavailable e) {
      // Failing while it starts ends a life as well.
      disk.losePower(weather.random);
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RoundCoordinator coordinator(LedgerMark mark) {
    Moments moments = new Moments(weather);
    RunStore store = moments.around(RunStore.class, disk.store());
    RunEvents events = new RunEvents(unknown());
    RunParts parts =
        new RunParts(
            RunParts.Job.of(run, plan, task, RoundCostAccountant.FRESH),
            new RunParts.Books(store, mark),
            moments.around(ShufflerLink.class, link),
            new Evaluations(
                Optional.empty(), 1, plan.rounds().count(), store, events, Runnable::run),
            events,
            new RunParts.Resources(
                1,
                Runnable::run,
                Clock.fixed(Instant.EPOCH, ZoneOffset.UTC),
                new SecureRandom(),
                Schedule.KEYS::sign));
    return new RoundCoordinator(
        parts, Duration.ofMillis(100), Duration.ofSeconds(2), weather.random, clock::pass);
  }

  private RunStatus unknown() {
    return new RunStatus(
        run,
        RunState.STALLED,
        "Starting.",
        new RunTotals(0, 0, 0, 0, Map.of()),
        new BudgetView(
            new UpperBound(0, Schedule.DELTA, "none"), plan.budget(), OptionalLong.empty()),
        OptionalDouble.empty());
  }
}
