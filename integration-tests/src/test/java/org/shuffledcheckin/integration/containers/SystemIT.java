package org.shuffledcheckin.integration.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.ContainerNetwork;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/**
 * What {@code docker compose up} brings: two fleets train a model through the shuffler, on drawn
 * digits, or on MNIST where {@code CHECKIN_DATA} names its folder.
 */
@Tag("containers")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class SystemIT {
  private static final int ROUNDS = Integer.getInteger("system.rounds", 12);
  private static final int CLIENTS = 6000;
  private static final Duration TRAINING = Duration.ofMinutes(10);
  private static final List<String> OURS =
      List.of("shuffler", "aggregator", "enrolment-agent", "fleet-1", "fleet-2", "keys");
  private static final List<String> FLEETS = List.of("fleet-1", "fleet-2");
  private static final ObjectMapper JSON = new ObjectMapper();

  private static ComposeSystem system;
  private static AggregatorBooks books;
  private static int dashboardPort;
  private static int prometheusPort;
  private static int shufflerPrometheusPort;

  @BeforeAll
  static void startSystem() throws IOException {
    dashboardPort = FaultsIT.freePort();
    prometheusPort = FaultsIT.freePort();
    shufflerPrometheusPort = FaultsIT.freePort();
    Map<String, String> environment =
        new HashMap<>(
            Map.of(
                "TEST_ROUNDS", Integer.toString(ROUNDS),
                "DASHBOARD_PORT", Integer.toString(dashboardPort),
                "PROMETHEUS_PORT", Integer.toString(prometheusPort),
                "SHUFFLER_PROMETHEUS_PORT", Integer.toString(shufflerPrometheusPort)));
    if (System.getenv("CHECKIN_DATA") != null) {
      environment.put("CHECKIN_DATASET", "mnist");
    }
    system =
        new ComposeSystem("checkin-system", environment, List.of(FaultsIT.resource("system.yml")));
    books = new AggregatorBooks(system);
  }

  @AfterAll
  static void stopSystem() {
    if (system != null) {
      system.close();
    }
  }

  @Test
  @Order(1)
  void training_startsByItself_endsWithARisenAccuracyAndAVerifiedLedger()
      throws InterruptedException {
    Await.until(
        "training to end",
        TRAINING,
        () ->
            sum(
                    metrics("http://127.0.0.1:%d/metrics".formatted(dashboardPort)),
                    "checkin_run_state{state=\"finished\"}")
                == 1,
        () ->
            system.log("aggregator", 10)
                + system.log("fleet-1", 5)
                + system.log("enrolment-agent", 5));
    List<AggregatorBooks.Round> rounds = books.rounds();
    assertThat(rounds).hasSize(ROUNDS).allMatch(AggregatorBooks.Round::isCommitted);
    List<Double> accuracies =
        books.query("SELECT accuracy FROM evaluation ORDER BY round").stream()
            .map(Double::valueOf)
            .toList();
    System.out.println("accuracy by round: " + accuracies);
    // Ten kinds of digits: guessing gives 0.1, and the first round's model is little better.
    assertThat(accuracies.get(accuracies.size() - 1))
        .isGreaterThan(accuracies.get(0))
        .isGreaterThan(0.3);
    assertThat(
            system.checkin(
                "aggregator", "ledger", "verify", "--config", "/etc/checkin/aggregator.yaml"))
        .contains(ROUNDS + " entries, unbroken")
        .contains("recomputed and not understated");
  }

  @Test
  @Order(2)
  void counts_ofFleetsShufflerAndAggregator_areTheSame() {
    String shuffler = wget("shuffler", "http://shuffler-for-operators:9464/metrics");
    long reports = books.rounds().stream().mapToLong(AggregatorBooks.Round::aggregated).sum();
    assertThat(sum(shuffler, "checkin_shuffler_reports_total")).isEqualTo((double) reports);
    assertThat(sum(shuffler, "checkin_shuffler_pledges_total{outcome=\"accepted\"}"))
        .isEqualTo((double) ROUNDS * CLIENTS);
    double acknowledged = 0;
    for (String fleet : FLEETS) {
      String metrics = wget(fleet, "http://127.0.0.1:9465/metrics");
      assertThat(metrics).doesNotContain("checkin_client_reports");
      acknowledged += sum(metrics, "checkin_client_pledges_total{outcome=\"accepted\"}");
    }
    assertThat(acknowledged).isEqualTo((double) ROUNDS * CLIENTS);
  }

  /** What the aggregator's operator could run in its container: a scan of everything there is. */
  @Test
  @Order(3)
  void aggregator_overEveryPortOfEveryContainer_reachesItsDoorAndItsDatabaseAlone() {
    Set<String> reached = reachedFrom("aggregator");
    assertThat(reached).containsExactly("postgres:5432", "shuffler:7444");
  }

  /** And of somebody who holds a client: the shuffler's clients' port, and fleets' health. */
  @Test
  @Order(3)
  void clients_overEveryPortOfEveryContainer_reachTheirDoorAlone() {
    assertThat(reachedFrom("fleet-1")).containsExactly("fleet-2:9465", "shuffler:7443");
  }

  @Test
  @Order(3)
  void monitoring_ofOneParty_readsNothingOfTheOther() {
    assertThat(reachedFrom("prometheus-aggregator"))
        .containsExactly("aggregator:7446", "aggregator:9466");
    assertThat(reachedFrom("prometheus-shuffler"))
        .containsExactly(
            "enrolment-agent:9467",
            "fleet-1:9465",
            "fleet-2:9465",
            "shuffler:7443",
            "shuffler:7445",
            "shuffler:9464");
  }

  @Test
  @Order(3)
  void networks_leadNowhere() {
    assertThat(system.networksOfProject())
        .hasSize(7)
        .allSatisfy(
            network ->
                assertThat(
                        Boolean.TRUE.equals(network.getInternal())
                            || "false"
                                .equals(
                                    network
                                        .getOptions()
                                        .get("com.docker.network.bridge.enable_ip_masquerade")))
                    .as(network.getName() + " has no way out")
                    .isTrue());
  }

  /** Ports of other containers that a command in this one can connect to, as SERVICE:PORT. */
  private static Set<String> reachedFrom(String from) {
    Set<String> reached = new TreeSet<>();
    List<String> attempts = new ArrayList<>();
    for (String service : system.runningServices()) {
      for (int port : system.listeningPorts(service)) {
        for (ContainerNetwork network : system.networks(service).values()) {
          attempts.add(service + " " + network.getIpAddress() + " " + port);
        }
      }
    }
    assertThat(attempts).as("what there is to reach").hasSizeGreaterThan(15);
    // All at once: most of them end by running out of time.
    StringBuilder script = new StringBuilder();
    for (String attempt : attempts) {
      String[] part = attempt.split(" ", 3);
      script.append(
          "{ if command -v nc >/dev/null; then timeout 3 nc -w 2 %2$s %3$s -e date;"
                  .formatted(part[0], part[1], part[2])
              + " else timeout 3 bash -c '</dev/tcp/%2$s/%3$s'; fi && echo %1$s:%3$s; } 2>/dev/null &%n"
                  .formatted(part[0], part[1], part[2]));
    }
    system
        .exec(from, "sh", "-c", script + "wait")
        .lines()
        .filter(line -> !line.startsWith(from + ":"))
        .forEach(reached::add);
    return reached;
  }

  @Test
  @Order(4)
  void containers_areConfined() {
    for (String service : OURS) {
      InspectContainerResponse container = system.inspect(service);
      assertThat(container.getConfig().getUser()).as(service).isEqualTo("10001:10001");
      assertThat(container.getHostConfig().getReadonlyRootfs()).as(service).isTrue();
      assertThat(container.getHostConfig().getCapDrop()).as(service).contains(Capability.ALL);
      assertThat(container.getHostConfig().getSecurityOpts())
          .as(service)
          .contains("no-new-privileges:true");
      assertThat(container.getHostConfig().getMemory()).as(service).isPositive();
    }
  }

  @Test
  @Order(5)
  void prometheusOfEachParty_seesItsServicesAndNothingCritical() throws InterruptedException {
    for (int port : new int[] {prometheusPort, shufflerPrometheusPort}) {
      String services = port == prometheusPort ? "1" : "4";
      Await.until(
          "Prometheus to see services of its party: " + services,
          Duration.ofMinutes(1),
          () -> query(port, "sum(up)").equals(List.of(services)),
          () -> "up: " + query(port, "up"));
      assertThat(prometheus(port, "/api/v1/rules").at("/data/groups")).isNotEmpty();
      assertThat(query(port, "ALERTS{alertstate=\"firing\", severity=\"critical\"}")).isEmpty();
    }
    assertThat(query(prometheusPort, "checkin_rounds_charged"))
        .containsExactly(Integer.toString(ROUNDS));
  }

  private static List<String> query(int port, String expression) {
    String encoded = URLEncoder.encode(expression, StandardCharsets.UTF_8);
    List<String> values = new ArrayList<>();
    prometheus(port, "/api/v1/query?query=" + encoded)
        .at("/data/result")
        .forEach(result -> values.add(result.at("/value/1").asText()));
    return values;
  }

  private static JsonNode prometheus(int port, String path) {
    try {
      return JSON.readTree(metrics("http://127.0.0.1:%d%s".formatted(port, path)));
    } catch (IOException e) {
      throw new AssertionError("Prometheus does not answer with JSON", e);
    }
  }

  private static String wget(String service, String address) {
    return system.exec(service, "wget", "-q", "-O", "-", address);
  }

  /** The sum of all samples whose name and labels begin so. */
  private static double sum(String metrics, String series) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(series + " ") || line.startsWith(series + "{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private static String metrics(String address) {
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create(address)).timeout(Duration.ofSeconds(10)).build(),
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
