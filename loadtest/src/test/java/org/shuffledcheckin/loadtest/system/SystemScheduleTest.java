package org.shuffledcheckin.loadtest.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shuffledcheckin.loadtest.system.Weather.Fault;
import org.shuffledcheckin.report.randomizer.ReportForm;

/**
 * Shuffler, aggregator and clients together, on a clock that the test drives, under crashes, lost,
 * repeated and late deliveries, failing and full disks and slow peers. Every client's reports can
 * be told apart in the result, so that a loss or a double count shows.
 *
 * <p>Plays up to {@code -Dcheckin.schedules} schedules (2,000), but no longer than {@code
 * -Dcheckin.schedule.seconds} (60), and says how many it played; {@code
 * -Dcheckin.schedule.seed=...} plays one again.
 */
class SystemScheduleTest {
  private static final int SCHEDULES = Integer.getInteger("checkin.schedules", 2000);
  private static final int AT_LEAST = 60;
  private static final Duration LONGEST =
      Duration.ofSeconds(Integer.getInteger("checkin.schedule.seconds", 60));

  private Stage first;
  private Stage second;

  @BeforeEach
  void create() throws IOException {
    first = new Stage();
    second = new Stage();
  }

  @AfterEach
  void remove() throws IOException {
    first.close();
    second.close();
  }

  @Test
  void anySchedule_countsEveryAcknowledgedReportOnceOrDiscardsItsRound() throws Exception {
    Long again = Long.getLong("checkin.schedule.seed");
    if (again != null) {
      Played unused = first.playStorm(again);
      return;
    }
    long seed = new SecureRandom().nextLong();
    System.out.println("SystemScheduleTest: schedules from seed " + seed);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    Future<Played> even = threads.submit(() -> storms(first, seed, 0));
    Future<Played> odd = threads.submit(() -> storms(second, seed, 1));
    threads.shutdown();
    Played played = outcome(even).plus(outcome(odd));
    System.out.println("SystemScheduleTest: " + played);
    assertThat(played.schedules()).isGreaterThanOrEqualTo(AT_LEAST);
    // Both ends must be reached, or the schedules test nothing.
    assertThat(played.released()).isBetween(played.rounds() / 3, played.rounds() - 1);
    assertThat(played.faults()).containsOnlyKeys(Fault.values());
    assertThat(played.releasedByForm()).containsOnlyKeys(ReportForm.values());
  }

  private static Played storms(Stage stage, long seed, int from) {
    long end = System.nanoTime() + LONGEST.toNanos();
    Played played = Played.NOTHING;
    for (int i = from; i < SCHEDULES && (System.nanoTime() - end < 0 || i < AT_LEAST); i += 2) {
      played = played.plus(stage.playStorm(seed + i));
    }
    return played;
  }

  private static Played outcome(Future<Played> played) throws InterruptedException {
    try {
      return played.get();
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause().getMessage(), e.getCause());
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "AGGREGATOR_CRASH",
        "SHUFFLER_CRASH_BEFORE_WRITE",
        "SHUFFLER_CRASH_AFTER_WRITE",
        "CLIENT_CRASH"
      })
  void crashAtEveryStep_breaksNothing(Fault crash) {
    for (ReportForm form : ReportForm.values()) {
      crashAtEveryStep(form, crash);
    }
  }

  private void crashAtEveryStep(ReportForm form, Fault crash) {
    long seed = 7;
    Weather calm = Weather.calm(new Random(seed));
    Played undisturbed = first.play(seed, form, 1, calm);
    assertThat(undisturbed.released()).isOne();
    assertThat(calm.occasions(crash)).isGreaterThan(5);
    for (long step = 0; step < calm.occasions(crash); step++) {
      Weather weather = Weather.once(new Random(seed), crash, step);
      Played disturbed = first.play(seed, form, 1, weather);
      assertThat(disturbed.faults()).containsExactly(Map.entry(crash, 1L));
    }
  }

  /** Where schedules are played, one after the other. */
  private static final class Stage implements AutoCloseable {
    private final Path folder;
    private final AggregatorDisk disk;

    Stage() throws IOException {
      // Where memory can be had as a disk, syncing costs nothing; elsewhere fewer are played.
      Path memory = Path.of("/dev/shm");
      folder =
          Files.isWritable(memory)
              ? Files.createTempDirectory(memory, "schedules")
              : Files.createTempDirectory("schedules");
      disk = new AggregatorDisk(folder);
    }

    Played playStorm(long seed) {
      Random random = new Random(seed);
      // The first draws of neighbouring seeds are alike.
      ReportForm form = seed % 2 == 0 ? ReportForm.SHUFFLED : ReportForm.DISTRIBUTED;
      return play(seed, form, 1L + random.nextInt(3), Weather.stormy(random));
    }

    Played play(long seed, ReportForm form, long rounds, Weather weather) {
      Path here = folder.resolve("schedule");
      try {
        Files.createDirectory(here);
        int released = new Schedule(form, rounds, weather, disk, here).run();
        Folders.delete(here);
        return Played.one(form, rounds, released, weather.happened());
      } catch (AssertionError | RuntimeException | IOException e) {
        throw new AssertionError(
            "schedule %d (%s): %s; play it again with -Dcheckin.schedule.seed=%d"
                .formatted(seed, form, e.getMessage(), seed),
            e);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void close() throws IOException {
      disk.close();
      Folders.delete(folder);
    }
  }
}
