package org.shuffledcheckin.loadtest;

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
import java.util.Optional;
import org.shuffledcheckin.aggregator.run.RunJson;
import org.shuffledcheckin.client.config.FleetConfig;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.loadtest.balance.RoundCounts;
import org.shuffledcheckin.loadtest.local.LocalShuffler;

/** A system that runs already, of which only the shuffler's client port and counts are touched. */
final class RunningSystem implements SystemUnderLoad {
  private static final Duration ASK = Duration.ofSeconds(10);
  private static final Duration DECIDE = Duration.ofSeconds(60);
  private static final long LOOK_MILLIS = 250;

  private final Target target;
  private final LoadPlan plan;
  private final Path state;
  private final LoadListener listener;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(ASK).build();

  /**
   * Asks for the counts once, so that a wrong address is found before anything is sent.
   *
   * @param state folder of the honest clients' journal
   */
  RunningSystem(Target target, LoadPlan plan, Path state, LoadListener listener)
      throws IOException {
    this.listener = listener;
    this.target = target;
    this.plan = plan;
    this.state = state;
    if (target.aggregator().isPresent()) {
      ask("/api/run");
    }
  }

  @Override
  public FleetConfig fleet() {
    Map<String, String> values = new HashMap<>();
    values.put("shuffler.host", target.shuffler().host());
    values.put("shuffler.port", Integer.toString(target.shuffler().port()));
    values.put("shuffler.trust", target.trust().authority().toString());
    values.put("aggregator-bundle", target.trust().bundle().toString());
    values.put("token-file", target.tokenFile().toString());
    values.put("clients", Integer.toString(plan.clients().honest()));
    values.put("state", state.toString());
    values.put("dropout-rate", Double.toString(plan.clients().dropoutRate()));
    // Drawn digits are nobody's: such clients may accept whatever is announced.
    values.put("unlimited", "true");
    values.put("policy.forms", "SHUFFLED,DISTRIBUTED");
    target.trust().modelKeys().ifPresent(keys -> values.put("model-keys", keys.toString()));
    values.put("policy.largest-check-in-rate", "1");
    values.put("policy.smallest-noise-multiplier", "0.000001");
    values.put("policy.largest-epsilon0", "32");
    values.put("policy.smallest-population", "1");
    values.put("policy.largest-local-epsilon", "1000000");
    LoadPlan.putPatience(values);
    values.put("operations.enabled", "false");
    return LocalShuffler.read(FleetConfig.class, values);
  }

  @Override
  public void begin() {
    // Its aggregator decides when rounds begin.
  }

  @Override
  public void await(LoadWatch watch) throws IOException, InterruptedException {
    long end = System.nanoTime() + plan.rounds().timeout().toNanos();
    long seen = 0;
    while (seen < plan.rounds().count()
        && watch.awaitOver(seen + 1, Duration.ofNanos(end - System.nanoTime()))) {
      listener.roundEnded(++seen);
    }
    watch.enough();
    // The round under way is seen to its end, whose time it announced.
    while (!watch.awaitOver(watch.rounds().size(), DECIDE)) {
      listener.step("waiting for the end of the open round");
    }
    if (watch.rounds().isEmpty()) {
      throw new IOException(
          "no round was announced by %s within %d s: check address and trust, and that its aggregator is training"
              .formatted(target.shuffler(), plan.rounds().timeout().toSeconds()));
    }
  }

  @Override
  public Reach reach() {
    if (target.aggregator().isEmpty()) {
      return Reach.NONE;
    }
    return target.sole() ? Reach.SOLE : Reach.SHARED;
  }

  /** Waits a while for a round that is undecided: the aggregator sums after the close. */
  @Override
  public Optional<RoundCounts> counts(RoundId round) throws IOException {
    long end = System.nanoTime() + DECIDE.toNanos();
    Optional<RoundCounts> counts = decided(round);
    while (counts.isEmpty() && System.nanoTime() < end) {
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      }
      counts = decided(round);
    }
    return counts;
  }

  private Optional<RoundCounts> decided(RoundId round) throws IOException {
    if (!RunJson.readRun(ask("/api/run")).status().run().equals(round.run())) {
      return Optional.empty();
    }
    return RunJson.readRounds(ask("/api/rounds")).stream()
        .filter(view -> view.number() == round.number())
        .flatMap(view -> view.outcome().stream())
        .map(RoundCounts::of)
        .findFirst();
  }

  private String ask(String path) throws IOException {
    Address address = target.aggregator().orElseThrow();
    HttpResponse<String> reply = send(address, path);
    if (reply.statusCode() != 200) {
      throw new IOException(
          "the aggregator at %s answers %s with status %d: it must be its operations port"
              .formatted(address, path, reply.statusCode()));
    }
    return reply.body();
  }

  private HttpResponse<String> send(Address address, String path) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + address + path)).timeout(ASK).build();
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while asking " + address, e);
    } catch (IOException e) {
      throw new IOException(
          "the aggregator at %s cannot be asked for its counts (%s): is it up, and is that its operations port?"
              .formatted(address, e.getClass().getSimpleName()));
    }
  }

  @Override
  public List<String> complaints() {
    return List.of();
  }

  @Override
  public List<Duration> roundTimes() {
    return List.of();
  }

  @Override
  public String describe() {
    return "the system of " + target.shuffler();
  }

  @Override
  public void close() {
    // It was there before and stays.
  }
}
