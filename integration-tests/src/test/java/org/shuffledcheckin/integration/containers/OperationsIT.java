package org.shuffledcheckin.integration.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

/** The commands of {@code docs/operations.md}, on a system that trains meanwhile. */
@Tag("containers")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class OperationsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String STATE = "checkin_run_state";

  @TempDir static Path folder;
  private static final Map<String, String> ENVIRONMENT = new HashMap<>();
  private static ComposeSystem system;

  @BeforeAll
  static void startSystem() throws IOException {
    ENVIRONMENT.put("TEST_ROUNDS", "1000000");
    ENVIRONMENT.put("FLEET_CLIENTS", "40");
    for (String port : List.of("DASHBOARD_PORT", "PROMETHEUS_PORT", "SHUFFLER_PROMETHEUS_PORT")) {
      ENVIRONMENT.put(port, Integer.toString(FaultsIT.freePort()));
    }
    system =
        new ComposeSystem(
            "checkin-operations",
            ENVIRONMENT,
            List.of(FaultsIT.resource("operations.yml")),
            "aggregator",
            "enrolment-agent",
            "fleet-1",
            "fleet-2");
  }

  @AfterAll
  static void stopSystem() {
    if (system != null) {
      system.close();
    }
  }

  /** Whatever was done, the run goes on in the end and its ledger is whole. */
  @AfterEach
  void runGoesOn() throws InterruptedException {
    awaitProgress();
    assertThat(
            system.checkin(
                "aggregator", "ledger", "verify", "--config", "/etc/checkin/aggregator.yaml"))
        .contains("unbroken");
  }

  @Test
  @Order(1)
  void moreFleets_beyondTheirNumber_getNoClients() throws InterruptedException {
    awaitProgress();
    compose(Map.of("MORE_FLEETS", "1"), "up", "-d", "--no-build", "--scale", "fleet=2");
    Await.until(
        "one fleet to be enrolled and one to be refused",
        PATIENCE,
        () -> {
          String agent = agentMetrics();
          return agent.contains("checkin_enrolment_slots_enrolled 3.0")
              && agent.contains("checkin_enrolment_slots_refused 1.0");
        },
        () -> system.log("enrolment-agent", 10));
    assertThat(system.log("enrolment-agent", 10)).contains("1 fleets may share /slots/more");
    assertThat(compose(Map.of(), "run", "--rm", "operator-shuffler", "clients", "status"))
        .contains("120");
    compose(Map.of(), "up", "-d", "--no-build", "--scale", "fleet=0");
  }

  @Test
  @Order(2)
  void restore_ofAnOlderBackup_isRefusedAndExportedUntilTheNewestIsBack()
      throws InterruptedException {
    Path older = folder.resolve("older.dump");
    Path newest = folder.resolve("newest.dump");
    backUp(older);
    awaitProgress();
    compose(Map.of(), "stop", "aggregator");
    backUp(newest);
    restore(older);
    Await.until(
        "the refusal to be exported",
        PATIENCE,
        () -> value(page("/metrics"), STATE + "{state=\"refused\"}") == 1,
        () -> system.log("aggregator", 5));
    assertThat(system.log("aggregator", 5)).contains("The ledger was rolled back");
    compose(Map.of(), "stop", "aggregator");
    restore(newest);
  }

  @Test
  @Order(3)
  void mark_lost_isRefusedUntilAnOperatorAcceptsTheLedger() throws InterruptedException {
    compose(Map.of(), "stop", "aggregator");
    String mark = "/var/lib/checkin/aggregator/ledger.mark";
    compose(
        Map.of(),
        "run",
        "--rm",
        "--no-deps",
        "--entrypoint",
        "sh",
        "aggregator",
        "-c",
        "rm " + mark);
    compose(Map.of(), "start", "aggregator");
    Await.until(
        "the aggregator to miss its mark",
        PATIENCE,
        () -> page("/readyz").contains("ledger.mark is missing"),
        () -> system.log("aggregator", 5));
    String entries =
        system
            .exec(
                "postgres",
                "psql",
                "-U",
                "checkin",
                "-At",
                "-c",
                "SELECT count(*) FROM ledger",
                "checkin")
            .trim();
    system.checkin(
        "aggregator",
        "ledger",
        "accept",
        "--config",
        "/etc/checkin/aggregator.yaml",
        "--entries",
        entries,
        "--because",
        "a test removed the mark");
    assertThat(system.exec("aggregator", "cat", mark + ".accepted"))
        .contains(" " + entries + " ")
        .endsWith("a test removed the mark\n");
  }

  @Test
  @Order(4)
  void configuration_thatIsNotTheRuns_isWaitedForWithoutARestart() throws InterruptedException {
    compose(Map.of("TEST_ROUNDS", "7"), "up", "-d", "--no-build", "--no-deps", "aggregator");
    Await.until(
        "the aggregator to name the difference",
        PATIENCE,
        () -> page("/readyz").contains("rounds.count was 1000000 and is now 7"),
        () -> system.log("aggregator", 5));
    assertThat(system.inspect("aggregator").getRestartCount()).isZero();
    compose(Map.of(), "up", "-d", "--no-build", "--no-deps", "aggregator");
  }

  @Test
  @Order(5)
  void database_gone_isSaidOnReadyzWithinSeconds() throws InterruptedException {
    system.kill("postgres");
    Await.until(
        "/readyz to miss the database",
        Duration.ofSeconds(5),
        () -> page("/readyz").lines().anyMatch(line -> line.matches("database: (?!ok).*")),
        () -> page("/readyz"));
    system.start("postgres");
  }

  @Test
  @Order(6)
  void certificate_renewedAsDescribed_isTakenUpWithoutARestart() throws InterruptedException {
    String before = system.exec("shuffler", "cat", "/etc/checkin/shuffler/shuffler.crt");
    int restarts = system.inspect("shuffler").getRestartCount();
    compose(
        Map.of(),
        "run",
        "--rm",
        "--entrypoint",
        "sh",
        "keys",
        "-c",
        "checkin keys renew shuffler --out /etc/checkin/keys");
    compose(Map.of(), "run", "--rm", "keys");
    assertThat(system.exec("shuffler", "cat", "/etc/checkin/shuffler/shuffler.crt"))
        .isNotEqualTo(before);
    Await.until(
        "the shuffler to take it up",
        Duration.ofSeconds(30),
        () ->
            shufflerMetrics()
                .lines()
                .anyMatch(line -> line.matches("checkin_tls_reloads_total.*taken.* [1-9].*")),
        OperationsIT::shufflerMetrics);
    assertThat(system.inspect("shuffler").getRestartCount()).isEqualTo(restarts);
  }

  @Test
  @Order(7)
  void upgrade_replacesContainersOfARunningRound() throws InterruptedException {
    String before = system.inspect("aggregator").getId();
    compose(
        Map.of(),
        "up",
        "-d",
        "--no-build",
        "--force-recreate",
        "shuffler",
        "aggregator",
        "fleet-1");
    assertThat(system.inspect("aggregator").getId()).isNotEqualTo(before);
  }

  private static String shufflerMetrics() {
    return system.exec(
        "shuffler", "wget", "-q", "-O", "-", "http://shuffler-for-operators:9464/metrics");
  }

  private static void backUp(Path dump) {
    system.compose(
        ENVIRONMENT,
        dump,
        false,
        "exec",
        "-T",
        "postgres",
        "pg_dump",
        "-U",
        "checkin",
        "-Fc",
        "checkin");
  }

  /** As the document has it; the aggregator is stopped. */
  private static void restore(Path dump) {
    compose(Map.of(), "exec", "-T", "postgres", "dropdb", "-U", "checkin", "checkin");
    compose(Map.of(), "exec", "-T", "postgres", "createdb", "-U", "checkin", "checkin");
    system.compose(
        ENVIRONMENT,
        dump,
        true,
        "exec",
        "-T",
        "postgres",
        "pg_restore",
        "-U",
        "checkin",
        "-d",
        "checkin");
    compose(Map.of(), "start", "aggregator");
  }

  private static String compose(Map<String, String> further, String... arguments) {
    Map<String, String> environment = new HashMap<>(ENVIRONMENT);
    environment.putAll(further);
    return system.compose(environment, arguments);
  }

  private static void awaitProgress() throws InterruptedException {
    double before = Math.max(0, value(page("/metrics"), "checkin_rounds_charged"));
    Await.until(
        "two more rounds",
        PATIENCE,
        () -> {
          String metrics = page("/metrics");
          return value(metrics, STATE + "{state=\"training\"}") == 1
              && value(metrics, "checkin_rounds_charged") >= before + 2;
        },
        () -> system.log("aggregator", 5) + system.log("shuffler", 5) + system.log("fleet-1", 3));
  }

  private static String agentMetrics() {
    return system
        .tryExec("enrolment-agent", "wget", "-q", "-O", "-", "http://127.0.0.1:9467/metrics")
        .out();
  }

  /** A sample's value; -1 if it is not there. */
  private static double value(String metrics, String series) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(series + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElse(-1);
  }

  /** A page of the aggregator's operations port; nothing if nobody answers just then. */
  private static String page(String path) {
    URI address = URI.create("http://127.0.0.1:" + ENVIRONMENT.get("DASHBOARD_PORT") + path);
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(10)).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
