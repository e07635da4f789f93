package org.shuffledcheckin.shuffler.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.server.RefusedException;
import org.shuffledcheckin.shuffler.intake.Outcome;
import org.shuffledcheckin.shuffler.round.ClosedRound;
import org.shuffledcheckin.shuffler.round.OpenRequest;
import org.shuffledcheckin.shuffler.round.RoundState;
import org.shuffledcheckin.shuffler.store.MemoryDisk;
import org.shuffledcheckin.shuffler.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Thousands of random schedules of pledges, deliveries, retries, lost acknowledgements, power
 * failures, failing writes and passing time. Every report carries a unit of its own, so that a loss
 * or a double count shows.
 */
class ScheduleTest {
  private static final Logger LOG = LoggerFactory.getLogger(ScheduleTest.class);
  private static final int SCHEDULES = 2000;
  private static final int CLIENTS = 6;
  private static final TestTerms TERMS =
      TestTerms.simple().clients(4).lossLimit(1).minimumBatch(2, 1);

  @TempDir Path folder;

  @Test
  void anySchedule_acknowledgedReports_areReleasedOnceOrTheRoundIsDiscarded() {
    long seed = new SecureRandom().nextLong();
    LOG.warn("schedules from seed {}", seed);
    int released = 0;
    for (int i = 0; i < SCHEDULES; i++) {
      released += new Schedule(seed + i).run();
    }
    // Both ends must be reached often, or the schedules test nothing.
    assertThat(released).isBetween(SCHEDULES / 4, 2 * SCHEDULES - SCHEDULES / 4);
  }

  /** Two rounds under one random schedule. */
  private final class Schedule {
    private final long seed;
    private final Random random;
    private final MemoryDisk disk;
    private final ShufflerHarness harness;
    private final Set<Long> acknowledged = new HashSet<>();
    private final Set<Long> attempted = new HashSet<>();
    private final Set<Integer> surelyPledged = new HashSet<>();
    private final Set<Integer> perhapsPledged = new HashSet<>();
    private List<byte[]> tokens;

    Schedule(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
      this.disk = new MemoryDisk(folder).losingPower(random);
      this.harness = new ShufflerHarness(disk);
      harness.set("rounds.early-close", Boolean.toString(random.nextBoolean()));
    }

    int run() {
      try (harness) {
        tokens = harness.enrol(CLIENTS);
        return round(1) + round(2);
      }
    }

    private int round(long number) {
      acknowledged.clear();
      attempted.clear();
      surelyPledged.clear();
      perhapsPledged.clear();
      OpenRequest request = harness.ledger.charge(number, TERMS, harness.witnessed());
      untilDone(() -> harness.open(request));
      int steps = random.nextInt(40);
      for (int step = 0; step < steps; step++) {
        step(number);
      }
      if (random.nextBoolean()) {
        everyoneComes(number);
      }
      return verify(number, close(number)) ? 1 : 0;
    }

    private void step(long number) {
      int client = random.nextInt(CLIENTS);
      switch (random.nextInt(12)) {
        case 0 -> harness.crash();
        case 1 -> disk.failNext(MemoryDisk.Fault.LOST);
        case 2 -> disk.failNext(MemoryDisk.Fault.APPLIED);
        case 3 -> tick(Duration.ofMillis(random.nextInt(4000)));
        case 4, 5, 6, 7 -> pledge(number, client);
        default -> deliver(number, client);
      }
    }

    /** Those who have not come yet do, unless one thing or another goes wrong now. */
    private void everyoneComes(long number) {
      for (int client = 0; client < CLIENTS; client++) {
        pledge(number, client);
        if (client % 3 > 0) {
          deliver(number, client);
        }
      }
    }

    private void pledge(long number, int client) {
      perhapsPledged.add(client);
      Outcome outcome = harness.pledge(number, tokens.get(client), client % 3);
      if (outcome == Outcome.ACCEPTED || outcome == Outcome.ALREADY_PLEDGED) {
        surelyPledged.add(client);
      }
    }

    private void deliver(long number, int client) {
      byte[][] reports = new byte[Math.max(1, client % 3)][];
      for (int i = 0; i < reports.length; i++) {
        reports[i] = ShufflerHarness.report(TERMS, 100 * number + 10L * client + i);
        attempted.add(ShufflerHarness.unit(reports[i]));
      }
      Outcome outcome = harness.deliver(number, tokens.get(client), reports);
      // "Already delivered" is an acknowledgement too: the first one may have been lost.
      if (outcome == Outcome.ACCEPTED || outcome == Outcome.ALREADY_DELIVERED) {
        assertThat(perhapsPledged).as("seed %d", seed).contains(client);
        assertThat(client % 3).as("seed %d", seed).isPositive();
        surelyPledged.add(client);
        for (byte[] report : reports) {
          acknowledged.add(ShufflerHarness.unit(report));
        }
      }
    }

    private ClosedRound close(long number) {
      for (int i = 0; i < 100; i++) {
        tick(Duration.ofSeconds(2));
        if (harness.shuffler().isReady() && harness.shuffler().open().isEmpty()) {
          return harness.closed(number);
        }
      }
      throw new AssertionError("seed " + seed + ": round " + number + " does not close");
    }

    private boolean verify(long number, ClosedRound closed) {
      boolean released = closed.state() == RoundState.RELEASED;
      if (released) {
        List<Long> units = harness.batch(number).stream().map(ShufflerHarness::unit).toList();
        assertThat(units)
            .as("seed %d", seed)
            .doesNotHaveDuplicates()
            .containsAll(acknowledged)
            .isSubsetOf(attempted)
            .hasSize((int) closed.reports());
        assertThat(closed.missing()).as("seed %d", seed).isLessThanOrEqualTo(1);
        assertThat(perhapsPledged.size()).as("seed %d", seed).isGreaterThanOrEqualTo(4);
        // What was surely pledged is surely counted: at most one of it may be missing.
        long sure = surelyPledged.stream().mapToInt(client -> client % 3).sum();
        assertThat(sure - units.size()).as("seed %d", seed).isLessThanOrEqualTo(1);
        harness.crash();
        assertThat(harness.batch(number).stream().map(ShufflerHarness::unit).toList())
            .as("seed %d", seed)
            .isEqualTo(units);
      } else {
        assertThat(closed.state())
            .as("seed %d", seed)
            .isIn(
                RoundState.TOO_FEW_PLEDGES, RoundState.REPORTS_MISSING, RoundState.BATCH_TOO_SMALL);
        if (closed.state() == RoundState.TOO_FEW_PLEDGES) {
          assertThat(surelyPledged.size()).as("seed %d", seed).isLessThan(4);
        }
      }
      untilDone(() -> harness.finish(number));
      return released;
    }

    private void untilDone(Runnable call) {
      for (int i = 0; i < 10; i++) {
        try {
          call.run();
          return;
        } catch (StoreException | RefusedException e) {
          tick(Duration.ofMillis(1100));
        }
      }
      throw new AssertionError("seed " + seed + ": no progress");
    }

    private void tick(Duration time) {
      try {
        harness.advance(time);
      } catch (StoreException e) {
        // As in the service: the next tick tries again.
        assertThat(harness.shuffler().isReady()).as("seed %d", seed).isFalse();
      }
    }
  }
}
