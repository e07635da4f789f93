package org.shuffledcheckin.cli.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shuffledcheckin.cli.system.Weather.Fault;

/**
 * Shuffler, aggregator and clients together, on a clock that the test drives, under crashes, lost,
 * repeated and late deliveries, failing and full disks and slow peers. Every client's reports can
 * be told apart in the result, so that a loss or a double count shows.
 *
 * <p>{@code -Dcheckin.schedules=100000} runs more schedules, {@code -Dcheckin.schedule.seed=...}
 * runs one again.
 */
class SystemScheduleTest {
  private static final int SCHEDULES = Integer.getInteger("checkin.schedules", 1500);

  private Path folder;
  private AggregatorDisk disk;

  @BeforeEach
  void create() throws IOException {
    // Where memory can be had as a disk, syncing costs nothing; anywhere else the test is slower.
    Path memory = Path.of("/dev/shm");
    folder =
        Files.isWritable(memory)
            ? Files.createTempDirectory(memory, "schedules")
            : Files.createTempDirectory("schedules");
    disk = new AggregatorDisk(folder);
  }

  @AfterEach
  void remove() throws IOException {
    disk.close();
    delete(folder);
  }

  @Test
  void anySchedule_countsEveryAcknowledgedReportOnceOrDiscardsItsRound() {
    String again = System.getProperty("checkin.schedule.seed");
    if (again != null) {
      play(Long.parseLong(again), Weather.stormy(new Random(Long.parseLong(again))));
      return;
    }
    long seed = new SecureRandom().nextLong();
    System.out.println("SystemScheduleTest: " + SCHEDULES + " schedules from seed " + seed);
    Map<Fault, Long> happened = new EnumMap<>(Fault.class);
    int released = 0;
    for (int i = 0; i < SCHEDULES; i++) {
      Weather weather = Weather.stormy(new Random(seed + i));
      released += play(seed + i, weather);
      weather.happened().forEach((fault, count) -> happened.merge(fault, count, Long::sum));
    }
    System.out.println("SystemScheduleTest: " + released + " rounds released, faults " + happened);
    // Two rounds a schedule on average: both ends must be reached often, or nothing is tested.
    assertThat(released).isBetween(SCHEDULES / 2, 2 * SCHEDULES - SCHEDULES / 8);
    assertThat(happened).containsOnlyKeys(Fault.values());
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "AGGREGATOR_CRASH",
        "AGGREGATOR_STORE_FAILURE",
        "SHUFFLER_CRASH_BEFORE_WRITE",
        "SHUFFLER_CRASH_AFTER_WRITE",
        "SHUFFLER_WRITE_LOST",
        "SHUFFLER_WRITE_APPLIED",
        "CLIENT_CRASH"
      })
  void faultAtEveryOccasion_breaksNothing(Fault fault) {
    long seed = 7;
    Weather calm = Weather.calm(new Random(seed));
    play(seed, calm);
    assertThat(calm.occasions(fault)).isGreaterThan(8);
    for (long occasion = 0; occasion < calm.occasions(fault); occasion++) {
      Weather weather = Weather.once(new Random(seed), fault, occasion);
      play(seed, weather);
      assertThat(weather.happened()).containsOnlyKeys(List.of(fault).toArray(new Fault[0]));
    }
  }

  private int play(long seed, Weather weather) {
    Path here = folder.resolve("schedule");
    try {
      Files.createDirectory(here);
      int released = new Schedule(weather, disk, here).run();
      delete(here);
      return released;
    } catch (AssertionError | RuntimeException | IOException e) {
      throw new AssertionError(
          "schedule %d: %s; run it again with -Dcheckin.schedule.seed=%d"
              .formatted(seed, e.getMessage(), seed),
          e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
