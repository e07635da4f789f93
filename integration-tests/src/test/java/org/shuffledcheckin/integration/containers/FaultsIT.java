package org.shuffledcheckin.integration.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.ContainerNetwork;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * One small system, and everything that can happen to it. After every fault the books of clients
 * and aggregator are compared round by round, and the ledger with all that was seen of it before.
 * {@code -Dfaults.cycles=N} kills more often, {@code -Dfaults.seed=N} repeats the moments.
 */
@Tag("containers")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class FaultsIT {
  private static final int CLIENTS = 200;
  private static final Duration OPEN_FOR = Duration.ofSeconds(6);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int CYCLES = Integer.getInteger("faults.cycles", 30);
  private static final long SEED = Long.getLong("faults.seed", System.nanoTime());

  @TempDir private static Path folder;
  private static final DeliveryBook CLIENTS_BOOK = new DeliveryBook();
  private static MovableClock clock;
  private static ComposeSystem system;
  private static AggregatorBooks books;
  private static RecordingFleet fleet;

  @BeforeAll
  static void startSystem() throws IOException, InterruptedException {
    // Beside its files the folder must be one that the containers may enter.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    clock = new MovableClock(folder.resolve("tools"));
    int port = freePort();
    system =
        new ComposeSystem(
            "checkin-faults",
            Map.of(
                "TEST_TOOLS", clock.folder().toString(),
                "TEST_CLIENTS", Integer.toString(CLIENTS),
                "TEST_OPEN_FOR", OPEN_FOR.toMillis() + "ms",
                "TEST_SHUFFLER_PORT", Integer.toString(port),
                "DASHBOARD_PORT", Integer.toString(freePort())),
            List.of(resource("faults.yml")),
            "holder",
            "enrolment-agent",
            "aggregator");
    books = new AggregatorBooks(system);
    system.checkin(
        "enrolment-agent",
        "clients",
        "enrol",
        "--count",
        Integer.toString(CLIENTS),
        "--out",
        "/tmp/tokens");
    fleet =
        new RecordingFleet(
            Files.createDirectory(folder.resolve("fleet")),
            port,
            new RecordingFleet.Trust(
                system.exec("enrolment-agent", "cat", "/etc/checkin/operator-shuffler/ca.crt"),
                system.exec(
                    "enrolment-agent", "cat", "/etc/checkin/operator-shuffler/bundle.json")),
            system.exec("enrolment-agent", "cat", "/tmp/tokens"),
            CLIENTS_BOOK);
  }

  @AfterAll
  static void stopSystem() throws IOException {
    if (fleet != null) {
      fleet.close();
    }
    if (system != null) {
      system.close();
    }
  }

  /** Whatever was done: the system goes on, and the books agree. */
  @AfterEach
  void booksAgree() throws InterruptedException {
    awaitProgress(2);
    // Asked for first: whatever was pledged to by now must be in the books.
    long pledged = CLIENTS_BOOK.newest();
    List<AggregatorBooks.Round> rounds = books.rounds();
    assertThat(pledged).as("newest round pledged to").isLessThanOrEqualTo(rounds.size());
    long newest =
        rounds.stream()
            .filter(AggregatorBooks.Round::isDecided)
            .mapToLong(AggregatorBooks.Round::number)
            .max()
            .orElse(0);
    Await.until(
        "the last replies to clients",
        Duration.ofSeconds(30),
        () -> CLIENTS_BOOK.isQuiet(newest),
        () -> "round " + newest);
    AggregatorBooks.Comparison found = books.requireExactlyOnce(CLIENTS_BOOK, rounds);
    books.requireLedgerOnlyGrew();
    assertThat(found.exact()).as("rounds whose counts had to be equal").isPositive();
    System.out.println(
        "%d rounds committed (%d with every reply heard), %d discarded, %d reports counted once"
            .formatted(found.committed(), found.exact(), found.discarded(), found.reports()));
  }

  @Test
  @Order(1)
  void kill_shufflerAndAggregatorAtRandomMoments_losesAndDoublesNothing()
      throws InterruptedException {
    System.out.println(CYCLES + " kills, -Dfaults.seed=" + SEED);
    SplittableRandom random = new SplittableRandom(SEED);
    awaitProgress(1);
    for (int cycle = 0; cycle < CYCLES; cycle++) {
      List<String> victims =
          switch (random.nextInt(5)) {
            case 0, 1 -> List.of("shuffler");
            case 2, 3 -> List.of("aggregator");
            default -> List.of("shuffler", "aggregator");
          };
      // The moment itself is what is drawn.
      Thread.sleep(random.nextLong(1000));
      victims.forEach(system::kill);
      victims.forEach(system::start);
      awaitProgress(1);
      books.requireLedgerOnlyGrew();
    }
  }

  @Test
  @Order(2)
  void postgresql_killedInsideATransaction_isResumed() throws InterruptedException {
    system.begin(
        "postgres",
        "psql",
        "-U",
        "checkin",
        "-d",
        "checkin",
        "-c",
        "BEGIN; LOCK TABLE round IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(120)");
    Await.until(
        "a transaction of the aggregator's to hang",
        PATIENCE,
        () ->
            !books
                .query(
                    "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                        + " AND application_name NOT LIKE 'psql%' AND xact_start IS NOT NULL")
                .isEmpty(),
        () ->
            "activity "
                + books.query("SELECT state, wait_event_type, query FROM pg_stat_activity"));
    system.kill("postgres");
    system.start("postgres");
  }

  @Test
  @Order(3)
  void network_cutBetweenShufflerAndAggregator_heals() throws InterruptedException {
    ContainerNetwork had = system.disconnect("aggregator", "release");
    try {
      // At best a round closes meanwhile, and its batch has to wait.
      boolean unused =
          Await.within(OPEN_FOR, () -> CLIENTS_BOOK.pledged(CLIENTS_BOOK.newest()) == CLIENTS);
      Thread.sleep(OPEN_FOR.toMillis());
    } finally {
      system.connect("aggregator", had);
    }
  }

  @Test
  @Order(4)
  void shuffler_pausedBeyondTheDeadline_closesTheRoundAndGoesOn() throws InterruptedException {
    awaitOpenRound();
    system.pause("shuffler");
    try {
      Thread.sleep(OPEN_FOR.plusSeconds(1).toMillis());
    } finally {
      system.unpause("shuffler");
    }
  }

  @Test
  @Order(5)
  void spool_diskFull_isNotReadyAndRecovers() throws InterruptedException {
    String filler = "/var/lib/checkin/filler";
    try {
      Await.until(
          "the shuffler to say that its disk is full",
          PATIENCE,
          () -> {
            // Again and again: what the store itself gives free is taken as well.
            system.tryExec("holder", "sh", "-c", "cat /dev/zero >>" + filler);
            return !isShufflerReady() && system.log("shuffler", 300).contains("free disk is below");
          },
          () -> system.exec("holder", "df", "/var/lib/checkin") + system.log("shuffler", 10));
    } finally {
      system.exec("holder", "rm", filler);
    }
    Await.until(
        "the shuffler to be ready",
        PATIENCE,
        FaultsIT::isShufflerReady,
        () -> system.log("shuffler", 20));
  }

  @Test
  @Order(6)
  void clock_movedWhileRunning_movesNoDeadlineAndNoBudget()
      throws IOException, InterruptedException {
    try {
      for (Duration offset : List.of(Duration.ofDays(2), Duration.ofMinutes(-30))) {
        clock.moveBy(offset);
        Await.until(
            "the shuffler's clock to be moved by " + offset,
            PATIENCE,
            () -> hasClock(offset),
            () -> system.log("shuffler", 3));
        awaitProgress(2);
      }
    } finally {
      clock.moveBy(Duration.ZERO);
    }
  }

  @Test
  @Order(7)
  void ledger_afterAllFaults_verifiesFromItsFirstEntry() {
    String verdict =
        system.checkin(
            "aggregator", "ledger", "verify", "--config", "/etc/checkin/aggregator.yaml");
    assertThat(verdict).contains("unbroken").contains("recomputed and not understated");
    System.out.print(verdict);
  }

  private static void awaitProgress(long rounds) throws InterruptedException {
    long[] before = {-1};
    Await.until("the database", PATIENCE, () -> (before[0] = books.committed()) >= 0, () -> "");
    Await.until(
        rounds + " more committed rounds",
        PATIENCE,
        () -> books.committed() >= before[0] + rounds,
        () ->
            "shuffler:\n%s\naggregator:\n%s"
                .formatted(system.log("shuffler", 12), system.log("aggregator", 12)));
  }

  private static void awaitOpenRound() throws InterruptedException {
    Await.until(
        "an open round",
        PATIENCE,
        () -> !books.query("SELECT number FROM round WHERE state = 'OPENED'").isEmpty(),
        () -> "");
  }

  private static boolean isShufflerReady() {
    return system
            .tryExec(
                "shuffler", "wget", "-q", "-O", "-", "http://shuffler-for-operators:9464/readyz")
            .exitCode()
        == 0;
  }

  /** Whether the shuffler's newest line of log, written each round, is from the moved time. */
  private static boolean hasClock(Duration offset) {
    String line = system.log("shuffler", 1).strip();
    if (!line.matches("\\d{4}-\\d\\d-\\d\\dT\\S+ .*")) {
      return false;
    }
    Instant logged = Instant.parse(line.substring(0, line.indexOf(' ')));
    return Duration.between(Instant.now().plus(offset), logged).abs().toMinutes() < 5;
  }

  static Path resource(String name) {
    return ComposeSystem.home()
        .resolve("integration-tests/src/test/resources/containers")
        .resolve(name);
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
