package org.shuffledcheckin.kit.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class OperationsServerTest {
  private final AtomicReference<Optional<String>> problem = new AtomicReference<>(Optional.empty());

  @Test
  void start_port_servesMetricsHealthReadinessAndRoutes() throws Exception {
    try (ServiceMetrics metrics = new ServiceMetrics();
        OperationsServer server =
            OperationsServer.start(
                new OperationsConfig(true, "127.0.0.1", 0),
                metrics,
                new Readiness().check("store", problem::get),
                routes -> routes.get("/extra", context -> context.result("more")))) {
      metrics.registry().counter("rounds.opened").increment();
      assertThat(get(server, "/metrics").body())
          .contains("rounds_opened_total 1.0")
          .contains("jvm_memory_used_bytes");
      assertThat(get(server, "/healthz").statusCode()).isEqualTo(200);
      assertThat(get(server, "/extra").body()).isEqualTo("more");
      assertThat(get(server, "/readyz").statusCode()).isEqualTo(200);
      problem.set(Optional.of("the disk is full"));
      HttpResponse<String> notReady = get(server, "/readyz");
      assertThat(notReady.statusCode()).isEqualTo(503);
      assertThat(notReady.body()).isEqualTo("store: the disk is full\n");
    }
  }

  private static HttpResponse<String> get(OperationsServer server, String path)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path)).build(),
            HttpResponse.BodyHandlers.ofString());
  }
}
