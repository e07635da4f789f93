package org.shuffledcheckin.cli.status;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.shuffledcheckin.aggregator.run.RunJson;
import org.shuffledcheckin.aggregator.run.RunView;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;

/** Asks the operations port of a running service. */
final class OperationsClient {
  private static final int OK = 200;
  private static final int NOT_READY = 503;

  /** What a shuffler's or a client's meters are called, and what people read. */
  private static final Map<String, String> METERS = new LinkedHashMap<>();

  static {
    METERS.put("checkin_shuffler_clients_enrolled", "clients enrolled");
    METERS.put("checkin_shuffler_subscriptions", "hosts listening");
    METERS.put("checkin_shuffler_rounds_open", "rounds open");
    METERS.put("checkin_shuffler_rounds_opened_total", "rounds so far");
    METERS.put("checkin_shuffler_reports_total", "reports taken");
    METERS.put("checkin_client_clients", "clients");
    METERS.put("checkin_client_connected", "connected");
    METERS.put("checkin_client_rounds_total", "rounds answered");
  }

  private final HttpClient http;
  private final Duration timeout;
  private final URI base;

  /** Asks at {@code HOST:PORT}, {@code :PORT}, {@code PORT} or an address with http. */
  OperationsClient(String where, Duration timeout) {
    this.http = HttpClient.newBuilder().connectTimeout(timeout).build();
    this.timeout = timeout;
    this.base = address(where);
  }

  private static URI address(String where) {
    String full = where.matches("\\d+") ? "127.0.0.1:" + where : where;
    full = full.startsWith(":") ? "127.0.0.1" + full : full;
    try {
      URI uri = URI.create(full.contains("://") ? full : "http://" + full);
      if (uri.getHost() != null && uri.getPort() > 0) {
        return uri.resolve("/");
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        "'" + where + "' is neither the folder of a run nor the HOST:PORT of an operations port");
  }

  ServiceStatus ask() throws InterruptedException {
    HttpResponse<String> readiness = get("readyz");
    if (readiness.statusCode() != OK && readiness.statusCode() != NOT_READY) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE, base + " answers, but it is not an operations port of checkin");
    }
    boolean ready = readiness.statusCode() == OK;
    Map<String, String> checks = checks(readiness.body());
    HttpResponse<String> run = get("api/run");
    if (run.statusCode() == OK) {
      return new ServiceStatus(
          "aggregator", base.toString(), ready, Optional.of(run(run.body())), Meters.NONE, checks);
    }
    String metrics = get("metrics").body();
    Map<String, Double> found = found(metrics);
    boolean shuffler =
        found.keySet().stream().anyMatch(name -> name.startsWith("checkin_shuffler"));
    return new ServiceStatus(
        shuffler ? "shuffler" : "clients",
        base.toString(),
        ready,
        Optional.empty(),
        new Meters(counts(found), LifetimeStatus.of(found, metrics)),
        checks);
  }

  private static RunView run(String body) {
    try {
      return RunJson.readRun(body);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE, "the service answers in another version's words: ask with its own");
    }
  }

  private static Map<String, Long> counts(Map<String, Double> found) {
    Map<String, Long> counts = new LinkedHashMap<>();
    METERS.forEach(
        (meter, name) -> {
          if (found.containsKey(meter)) {
            counts.put(name, Math.round(found.get(meter)));
          }
        });
    return counts;
  }

  private static Map<String, String> checks(String text) {
    Map<String, String> checks = new TreeMap<>();
    for (String line : text.strip().lines().toList()) {
      String[] parts = line.split(": ", 2);
      checks.put(parts.length == 2 ? parts[0] : "service", parts[parts.length - 1]);
    }
    return checks;
  }

  /** Meters by name, summed over their tags. */
  private static Map<String, Double> found(String text) {
    Map<String, Double> found = new TreeMap<>();
    for (String line : text.lines().toList()) {
      if (line.startsWith("checkin_")) {
        String name = line.split("[{ ]", 2)[0];
        found.merge(
            name, Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)), Double::sum);
      }
    }
    return found;
  }

  private HttpResponse<String> get(String path) throws InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(base.resolve(path)).timeout(timeout).build();
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE,
          "nothing answers at "
              + base
              + ": is the service up, and is this its operations port (operations.port)?");
    }
  }
}
