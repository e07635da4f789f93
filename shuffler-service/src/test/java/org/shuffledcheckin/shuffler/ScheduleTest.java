package org.shuffledcheckin.shuffler;

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
import org.shuffledcheckin.shuffler.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Thousands of random schedules of answers, retries, lost acknowledgements, crashes, failing writes
 * and passing time. Every report carries a unit of its own, so that a loss or a double count shows.
 */
class ScheduleTest {
  private static final Logger LOG = LoggerFactory.getLogger(ScheduleTest.class);
  private static final int SCHEDULES = 2000;
  private static final int CLIENTS = 6;
  private static final Terms TERMS = Terms.simple().clients(4).minimumBatch(2, 1).closingEarly();

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
    private final Rig rig = Rig.inMemory(folder);
    private final Set<Long> acknowledged = new HashSet<>();
    private final Set<Long> attempted = new HashSet<>();
    private List<byte[]> tokens;

    Schedule(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
    }

    int run() {
      try (rig) {
        tokens = rig.enrol(CLIENTS);
        return round(1) + round(2);
      }
    }

    private int round(long number) {
      acknowledged.clear();
      attempted.clear();
      OpenRequest request = rig.ledger.charge(number, TERMS, rig.witnessed());
      untilDone(() -> rig.open(request));
      int steps = random.nextInt(20);
      for (int step = 0; step < steps; step++) {
        step(number);
      }
      return verify(number, close(number)) ? 1 : 0;
    }

    private void step(long number) {
      int client = random.nextInt(CLIENTS);
      switch (random.nextInt(8)) {
        case 0 -> rig.crash();
        case 1 -> rig.disk().failNext(MemoryDisk.Fault.LOST);
        case 2 -> rig.disk().failNext(MemoryDisk.Fault.APPLIED);
        case 3 -> tick(Duration.ofMillis(random.nextInt(4000)));
        default -> answer(number, client);
      }
    }

    private void answer(long number, int client) {
      byte[][] reports = new byte[client % 3][];
      for (int i = 0; i < reports.length; i++) {
        reports[i] = Rig.report(TERMS, 100 * number + 10L * client + i);
        attempted.add(Rig.unit(reports[i]));
      }
      Outcome outcome = rig.answer(number, tokens.get(client), reports);
      // "Already answered" is an acknowledgement too: the first one may have been lost.
      if (outcome == Outcome.ACCEPTED || outcome == Outcome.ALREADY_ANSWERED) {
        for (byte[] report : reports) {
          acknowledged.add(Rig.unit(report));
        }
      }
    }

    private ClosedRound close(long number) {
      for (int i = 0; i < 100; i++) {
        tick(Duration.ofSeconds(2));
        if (rig.shuffler().isReady() && rig.shuffler().open().isEmpty()) {
          return rig.closed(number);
        }
      }
      throw new AssertionError("seed " + seed + ": round " + number + " does not close");
    }

    private boolean verify(long number, ClosedRound closed) {
      boolean released = closed.state() == RoundState.RELEASED;
      if (released) {
        List<Long> units = rig.batch(number).stream().map(Rig::unit).toList();
        assertThat(units)
            .as("seed %d", seed)
            .doesNotHaveDuplicates()
            .containsAll(acknowledged)
            .isSubsetOf(attempted)
            .hasSize((int) closed.reports());
        rig.crash();
        assertThat(rig.batch(number).stream().map(Rig::unit).toList())
            .as("seed %d", seed)
            .isEqualTo(units);
      } else {
        assertThat(closed.state())
            .as("seed %d", seed)
            .isIn(RoundState.TOO_FEW_ANSWERS, RoundState.BATCH_TOO_SMALL);
      }
      untilDone(() -> rig.finish(number));
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
        rig.advance(time);
      } catch (StoreException e) {
        // As in the service: the next tick tries again.
        assertThat(rig.shuffler().isReady()).as("seed %d", seed).isFalse();
      }
    }
  }
}
