package org.shuffledcheckin.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.aggregator.AggregatorService;
import org.shuffledcheckin.cli.Running;
import org.shuffledcheckin.client.ClientService;
import org.shuffledcheckin.kit.operations.OperationsConfig;
import org.shuffledcheckin.shuffler.ShufflerService;

/** Alerts and dashboard ask for nothing that running services do not export. */
class MonitoringTest {
  private static final int CLIENTS = 80;
  private static final Path DEPLOY = Path.of("../deploy");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  /** What Prometheus itself adds. */
  private static final Set<String> OWN = Set.of("up", "ALERTS");

  @TempDir private static Path folder;
  private static final List<String> SAMPLES = new ArrayList<>();

  /** One plan discards every round, one commits them: then everything has been counted once. */
  @BeforeAll
  static void scrapeRunningServices() throws IOException, InterruptedException {
    TestSystem system = new TestSystem(folder);
    try (ShufflerService shuffler = system.shuffler();
        ClientService fleet = system.fleet(shuffler, CLIENTS)) {
      for (int minimum : new int[] {16 * CLIENTS, 1}) {
        try (AggregatorService aggregator =
            system.aggregator("aggregator-" + minimum, shuffler, CLIENTS, 2, minimum)) {
          aggregator.await();
          SAMPLES.addAll(scrape(aggregator.operationsPort().orElseThrow()));
        }
      }
      SAMPLES.addAll(scrape(shuffler.operationsPort().orElseThrow()));
      SAMPLES.addAll(scrape(fleet.operationsPort().orElseThrow()));
    }
    SAMPLES.addAll(scrapeWaitingService());
    SAMPLES.addAll(scrapeEnrolmentAgent(system));
  }

  private static List<String> scrapeEnrolmentAgent(TestSystem system)
      throws IOException, InterruptedException {
    int port = ServiceStartTest.freePort();
    Path slots = folder.resolve("slots");
    Thread agent =
        new Thread(
            () -> {
              List<Object> words =
                  new ArrayList<>(List.of("clients", "agent", "--shared", slots, "--most", 1));
              words.addAll(List.of("--count", 1, "--state", folder.resolve("agent")));
              words.addAll(List.of("--operations-port", port, "--keys", system.keys()));
              int unused = new Running().checkin(words.toArray());
            });
    agent.start();
    try {
      HttpResponse<String> unused = ServiceStartTest.awaitReply(port);
      return scrape(port);
    } finally {
      agent.interrupt();
      agent.join();
    }
  }

  private static List<String> scrapeWaitingService() throws IOException, InterruptedException {
    int port = ServiceStartTest.freePort();
    Thread waiting =
        new Thread(
            () -> {
              try {
                ServiceStart.start(
                    true,
                    new OperationsConfig(true, "127.0.0.1", port),
                    () -> Files.readString(folder.resolve("missing")));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    waiting.start();
    try {
      HttpResponse<String> unused = ServiceStartTest.awaitReply(port);
      return scrape(port);
    } finally {
      waiting.interrupt();
      waiting.join();
    }
  }

  @Test
  void alerts_nameOnlyWhatServicesExport() throws IOException {
    List<String> expressions = new ArrayList<>();
    JsonNode rules = YAML.readTree(DEPLOY.resolve("prometheus/alerts.yml").toFile());
    for (JsonNode rule : rules.findValues("rules").stream().flatMap(MonitoringTest::all).toList()) {
      assertThat(rule.path("alert").asText()).isNotBlank();
      assertThat(rule.at("/labels/severity").asText()).isIn("info", "warning", "critical");
      assertThat(rule.at("/annotations/summary").asText()).isNotBlank();
      expressions.add(rule.path("expr").asText());
    }
    assertThat(expressions).hasSizeGreaterThan(10);
    expressions.forEach(MonitoringTest::requireExported);
  }

  @Test
  void alerts_areEachTested() throws IOException {
    JsonNode rules = YAML.readTree(DEPLOY.resolve("prometheus/alerts.yml").toFile());
    JsonNode tests = YAML.readTree(DEPLOY.resolve("prometheus/alerts.test.yml").toFile());
    assertThat(tests.findValuesAsText("alertname")).containsAll(rules.findValuesAsText("alert"));
  }

  @Test
  void alerts_areExplainedToOperators() throws IOException {
    String operations = Files.readString(Path.of("../docs/operations.md"));
    JsonNode rules = YAML.readTree(DEPLOY.resolve("prometheus/alerts.yml").toFile());
    assertThat(rules.findValuesAsText("alert"))
        .allSatisfy(alert -> assertThat(operations).contains("`" + alert + "`"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"shuffler", "aggregator"})
  void dashboard_namesOnlyWhatServicesExport(String party) throws IOException {
    JsonNode dashboard =
        JSON.readTree(DEPLOY.resolve("grafana/dashboards/" + party + ".json").toFile());
    List<String> expressions = dashboard.findValuesAsText("expr");
    assertThat(expressions).hasSizeGreaterThan(15);
    expressions.forEach(MonitoringTest::requireExported);
    JsonNode source =
        YAML.readTree(DEPLOY.resolve("grafana/provisioning/datasources/prometheus.yml").toFile());
    assertThat(dashboard.findValues("datasource"))
        .isNotEmpty()
        .allMatch(
            used -> used.path("uid").equals(source.at("/datasources/0/uid")), "known data source");
  }

  @Test
  void prometheusOfTheAggregatorsParty_readsTheAggregatorAlone() throws IOException {
    JsonNode config = YAML.readTree(DEPLOY.resolve("prometheus/aggregator.yml").toFile());
    assertThat(config.findValuesAsText("job_name")).containsExactly("aggregator");
    assertThat(config.findValues("targets").toString())
        .isEqualTo("[[\"aggregator-for-operators:9466\"]]");
    String dashboard = Files.readString(DEPLOY.resolve("grafana/dashboards/aggregator.json"));
    assertThat(dashboard).doesNotContain("checkin_shuffler_").doesNotContain("checkin_client_");
  }

  @Test
  void selectors_ofAnExpression_areFound() {
    assertThat(
            Promql.selectors(
                "sum by (job) (rate(a_total{x=\"1\", y!~\"2|3\"}[5m])) > 1e9 and on (z) b_c == 0"))
        .containsExactly(
            new Promql.Selector("a_total", Map.of("x", "1")), new Promql.Selector("b_c", Map.of()));
  }

  private static void requireExported(String expression) {
    List<Promql.Selector> selectors = Promql.selectors(expression);
    assertThat(selectors).as(expression).isNotEmpty();
    for (Promql.Selector selector : selectors) {
      if (!OWN.contains(selector.metric())) {
        assertThat(SAMPLES.stream().anyMatch(sample -> matches(sample, selector)))
            .as("%s, which %s asks for, is exported", selector, expression)
            .isTrue();
      }
    }
  }

  private static boolean matches(String sample, Promql.Selector selector) {
    return sample.split("[ {]", 2)[0].equals(selector.metric())
        && selector.labels().entrySet().stream()
            .allMatch(label -> sample.contains(label.getKey() + "=\"" + label.getValue() + "\""));
  }

  private static Stream<JsonNode> all(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  private static List<String> scrape(int port) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build(),
            HttpResponse.BodyHandlers.ofString())
        .body()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .toList();
  }
}
