package org.shuffledcheckin.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.Gauge;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.filter.FilterMenu;
import org.shuffledcheckin.accountant.filter.PrivacyFilter;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.Running;
import org.shuffledcheckin.cli.run.StoredRuns;
import org.shuffledcheckin.client.host.HostMetrics;
import org.shuffledcheckin.kit.operations.OperationsConfig;
import org.shuffledcheckin.kit.operations.OperationsServer;
import org.shuffledcheckin.kit.operations.Readiness;
import org.shuffledcheckin.kit.operations.ServiceMetrics;

class StatusCommandTest {
  @TempDir private Path folder;
  private final Running running = new Running();

  @Test
  void status_folderOfARun_saysWhereItStands() throws Exception {
    Path run = StoredRuns.begun(folder.resolve("run"), 1);
    assertThat(running.checkin("status", run)).isEqualTo(ExitCode.OK);
    assertThat(running.out())
        .contains("STOPPED", "0 of 3 committed", "at most 0.0000 of 1.5 spent, 1.5000 left")
        .contains("1/100,000 (UPPER_BOUND)", "not measured");
  }

  @Test
  void status_folderWithoutARun_isRefused() {
    assertThat(running.checkin("status", folder)).isEqualTo(ExitCode.USAGE);
    assertThat(running.err()).contains("holds no run");
  }

  @Test
  void status_serviceThatIsReady_exits0AndShowsItsMeters() throws Exception {
    try (ServiceMetrics metrics = new ServiceMetrics();
        OperationsServer server = serve(metrics, Optional.empty())) {
      Gauge.builder("checkin.shuffler.clients.enrolled", () -> 6000).register(metrics.registry());
      metrics.registry().counter("checkin.shuffler.reports", "kind", "a").increment(3);
      metrics.registry().counter("checkin.shuffler.reports", "kind", "b").increment(4);
      assertThat(running.checkin("status", server.port(), "--json")).isEqualTo(ExitCode.OK);
    }
    assertThat(running.json().get(0).get("service").asText()).isEqualTo("shuffler");
    assertThat(running.json().get(0).get("clients enrolled").asInt()).isEqualTo(6000);
    assertThat(running.json().get(0).get("reports taken").asInt()).isEqualTo(7);
    assertThat(running.json().get(0).get("checks").get("store").asText()).isEqualTo("ok");
  }

  @Test
  void status_clients_saysWhereTheirLifetimeBudgetStandsAndByWhichFilter() throws Exception {
    Running json = new Running();
    PrivacyFilter spent =
        PrivacyFilter.open(FilterMenu.recommended(new Budget(2, 1e-5)))
            .charge(
                new CheckInRound(
                    60_000, 0.05, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(1), 1e-16));
    try (ServiceMetrics metrics = new ServiceMetrics();
        OperationsServer server = serve(metrics, Optional.empty())) {
      new HostMetrics(metrics.registry(), 3).charged(spent);
      assertThat(running.checkin("status", server.port())).isEqualTo(ExitCode.OK);
      assertThat(running.out())
          .contains("the filter first-kind stands at epsilon")
          .contains("the limit is epsilon 2.0 at delta 1.0E-5");
      assertThat(json.checkin("status", server.port(), "--json")).isEqualTo(ExitCode.OK);
    }
    JsonNode lifetime = json.json().get(0).get("lifetime");
    assertThat(lifetime.get("filter").asText()).isEqualTo("first-kind");
    assertThat(lifetime.get("epsilon").asDouble()).isEqualTo(spent.reading().epsilon());
    assertThat(lifetime.get("epsilon_limit").asDouble()).isEqualTo(2);
    assertThat(lifetime.get("delta_limit").asDouble()).isEqualTo(1e-5);
  }

  @Test
  void status_clientsWithoutABudget_saysSo() {
    try (ServiceMetrics metrics = new ServiceMetrics();
        OperationsServer server = serve(metrics, Optional.empty())) {
      new HostMetrics(metrics.registry(), 3).charged(PrivacyFilter.open(FilterMenu.unlimited()));
      assertThat(running.checkin("status", server.port())).isEqualTo(ExitCode.OK);
    }
    assertThat(running.out()).contains("none: these clients take part whatever it costs");
  }

  @Test
  void status_serviceThatIsNotReady_exits1WithItsReason() {
    try (ServiceMetrics metrics = new ServiceMetrics();
        OperationsServer server = serve(metrics, Optional.of("the disk is full"))) {
      assertThat(running.checkin("status", "127.0.0.1:" + server.port()))
          .isEqualTo(ExitCode.FAILED);
    }
    assertThat(running.out()).contains("NOT READY", "store: the disk is full");
  }

  @Test
  void status_nothingThere_exits3AndAsksTheRightQuestion() {
    assertThat(running.checkin("status", "127.0.0.1:1")).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(running.err()).contains("nothing answers at http://127.0.0.1:1/");
  }

  @Test
  void status_neitherFolderNorAddress_isRefused() {
    assertThat(running.checkin("status", "runs/demo-typo")).isEqualTo(ExitCode.USAGE);
    assertThat(running.err()).contains("neither the folder of a run nor the HOST:PORT");
  }

  private static OperationsServer serve(ServiceMetrics metrics, Optional<String> problem) {
    return OperationsServer.start(
        new OperationsConfig(true, "127.0.0.1", 0),
        metrics,
        new Readiness().check("store", () -> problem));
  }
}
