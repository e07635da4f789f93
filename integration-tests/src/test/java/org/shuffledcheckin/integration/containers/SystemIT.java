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
      List.of("shuffler", "aggregator", "enrolment-agent", "fleet", "keys");
  private static final ObjectMapper JSON = new ObjectMapper();

  private static ComposeSystem system;
  private static AggregatorBooks books;
  private static int dashboardPort;
  private static int prometheusPort;

  @BeforeAll
  static void startSystem() throws IOException {
    dashboardPort = FaultsIT.freePort();
    prometheusPort = FaultsIT.freePort();
    Map<String, String> environment =
        new HashMap<>(
            Map.of(
                "TEST_ROUNDS", Integer.toString(ROUNDS),
                "DASHBOARD_PORT", Integer.toString(dashboardPort),
                "PROMETHEUS_PORT", Integer.toString(prometheusPort)));
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
                + system.log("fleet", 5)
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
    assertThat(system.replicas("fleet")).isEqualTo(2);
    String shuffler = wget("shuffler", "http://shuffler-for-operators:9464/metrics");
    long reports = books.rounds().stream().mapToLong(AggregatorBooks.Round::aggregated).sum();
    assertThat(sum(shuffler, "checkin_shuffler_reports_total")).isEqualTo((double) reports);
    assertThat(sum(shuffler, "checkin_shuffler_answers_total{outcome=\"accepted\"}"))
        .isEqualTo((double) ROUNDS * CLIENTS);
    double drawn = 0;
    double acknowledged = 0;
    for (String address : fleetAddresses()) {
      String fleet = wget("fleet", "http://" + address + ":9465/metrics");
      drawn += sum(fleet, "checkin_client_reports_total");
      acknowledged += sum(fleet, "checkin_client_answers_total{outcome=\"accepted\"}");
    }
    assertThat(drawn).isEqualTo((double) reports);
    assertThat(acknowledged).isEqualTo((double) ROUNDS * CLIENTS);
  }

  @Test
  @Order(3)
  void clients_onTheirNetwork_cannotReachTheAggregator() throws InterruptedException {
    Set<String> shared = new TreeSet<>(system.networks("fleet").keySet());
    shared.retainAll(system.networks("aggregator").keySet());
    assertThat(shared).as("networks of both clients and aggregator").isEmpty();

    List<String> targets = new ArrayList<>(List.of("aggregator", "aggregator-for-operators"));
    for (ContainerNetwork network : system.networks("aggregator").values()) {
      targets.add(network.getIpAddress());
      if (network.getGateway() != null && !network.getGateway().isBlank()) {
        targets.add(network.getGateway());
      }
    }
    assertThat(targets).hasSizeGreaterThanOrEqualTo(5);
    for (String target : targets) {
      assertThat(reaches("fleet", target, 9466)).as("a fleet reaches %s", target).isFalse();
    }
    // The same question has another answer where it should: the port is open, the tool works.
    awaitReach("prometheus", "aggregator-for-operators", 9466);
    for (String address : fleetAddresses()) {
      awaitReach("fleet", address, 9465);
    }
    // Nor do clients reach what tells of others: the shuffler's operators' ports, Prometheus.
    assertThat(reaches("fleet", "shuffler", 9464)).isFalse();
    assertThat(reaches("fleet", "prometheus", 9090)).isFalse();
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
  void prometheus_seesEveryServiceAndNothingCritical() throws InterruptedException {
    Await.until(
        "Prometheus to see four services",
        Duration.ofMinutes(1),
        () -> query("sum(up)").equals(List.of("4")),
        () -> "up: " + query("up"));
    assertThat(prometheus("/api/v1/rules").at("/data/groups")).isNotEmpty();
    assertThat(query("ALERTS{alertstate=\"firing\", severity=\"critical\"}")).isEmpty();
    assertThat(query("checkin_rounds_charged")).containsExactly(Integer.toString(ROUNDS));
  }

  private static List<String> query(String expression) {
    String encoded = URLEncoder.encode(expression, StandardCharsets.UTF_8);
    List<String> values = new ArrayList<>();
    prometheus("/api/v1/query?query=" + encoded)
        .at("/data/result")
        .forEach(result -> values.add(result.at("/value/1").asText()));
    return values;
  }

  private static JsonNode prometheus(String path) {
    try {
      return JSON.readTree(metrics("http://127.0.0.1:%d%s".formatted(prometheusPort, path)));
    } catch (IOException e) {
      throw new AssertionError("Prometheus does not answer with JSON", e);
    }
  }

  private static boolean reaches(String service, String host, int port) {
    String address = "http://%s:%d/healthz".formatted(host, port);
    ComposeSystem.Result result =
        system.tryExec(service, "timeout", "2", "wget", "-q", "-O", "/dev/null", address);
    // A server that has no such page was reached all the same.
    return result.exitCode() == 0 || result.err().contains("HTTP/1.1");
  }

  private static void awaitReach(String service, String host, int port)
      throws InterruptedException {
    Await.until(
        service + " to reach " + host,
        Duration.ofMinutes(1),
        () -> reaches(service, host, port),
        () -> "it never did");
  }

  private static List<String> fleetAddresses() {
    return system.addresses("fleet");
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
