package org.shuffledcheckin.cli.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.aggregator.AggregatorService;
import org.shuffledcheckin.aggregator.config.AggregatorConfig;
import org.shuffledcheckin.client.FleetService;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.config.FleetConfig;
import org.shuffledcheckin.client.host.HostListener;
import org.shuffledcheckin.kit.config.ConfigSource;
import org.shuffledcheckin.kit.tls.DevelopmentAuthority;
import org.shuffledcheckin.learning.data.DataSplit;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.shuffler.ShufflerConfig;
import org.shuffledcheckin.shuffler.ShufflerService;

/**
 * Shuffler, aggregator and fleet in this process, each started by the configuration that a
 * deployment would give it, and talking over loopback TLS. Nothing is short-circuited.
 */
final class DemoServices implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final List<String> ROLES = List.of("shuffler", "aggregator");

  private final DemoFolder folder;
  private final ShufflerService shuffler;
  private final AggregatorService aggregator;
  private final FleetService fleet;

  /**
   * Starts all three.
   *
   * @param port of the dashboard; 0 for any
   */
  DemoServices(
      DemoFolder folder, DemoPlan plan, DataSplit data, PrivacyAccountant accountant, int port)
      throws IOException {
    this.folder = folder;
    makeKeys();
    makeOperatorToken();
    shuffler = ShufflerService.start(shufflerConfig());
    try {
      enrol(plan.clients());
      aggregator =
          AggregatorService.builder(aggregatorConfig(plan, data.train().shape(), port), accountant)
              .testSet(data.test())
              .start();
    } catch (RuntimeException e) {
      shuffler.close();
      throw e;
    }
    try {
      fleet =
          FleetService.start(
              fleetConfig(plan), data.train(), ClientRandomness.secure(), HostListener.NONE);
    } catch (IOException | RuntimeException e) {
      aggregator.close();
      shuffler.close();
      throw e;
    }
  }

  AggregatorService aggregator() {
    return aggregator;
  }

  /** Stops between two durable steps; nothing acknowledged is lost. */
  @Override
  public void close() throws IOException {
    aggregator.close();
    fleet.close();
    shuffler.close();
  }

  private void makeKeys() {
    if (Files.exists(folder.keys().resolve("ca.key"))) {
      return;
    }
    DevelopmentAuthority authority =
        DevelopmentAuthority.create(Clock.systemUTC(), new SecureRandom());
    ROLES.forEach(role -> authority.issue(role, List.of(HOST)).writeTo(folder.keys(), role));
    authority.writeTo(folder.keys());
  }

  private void makeOperatorToken() {
    if (Files.notExists(folder.operatorToken())) {
      byte[] token = new byte[16];
      new SecureRandom().nextBytes(token);
      folder.writeSecret(folder.operatorToken(), HexFormat.of().formatHex(token) + "\n");
    }
  }

  private void enrol(int clients) {
    if (Files.exists(folder.tokens())) {
      return;
    }
    String tokens =
        shuffler.enrol(clients).stream()
            .map(HexFormat.of()::formatHex)
            .collect(Collectors.joining("\n", "", "\n"));
    folder.writeSecret(folder.tokens(), tokens);
  }

  private ShufflerConfig shufflerConfig() {
    Map<String, String> values = new HashMap<>();
    values.put("data", folder.shuffler().toString());
    putTls(values, "tls", "shuffler");
    for (String port : List.of("clients", "aggregator", "operators")) {
      values.put(port + ".host", HOST);
      values.put(port + ".port", "0");
    }
    values.put("operations.enabled", "false");
    return read(ShufflerConfig.class, values);
  }

  private AggregatorConfig aggregatorConfig(DemoPlan plan, Shape input, int port) {
    Map<String, String> values = new HashMap<>();
    values.put("data", folder.aggregator().toString());
    putTls(values, "tls", "aggregator");
    values.put("shuffler.host", HOST);
    values.put("shuffler.port", Integer.toString(shuffler.aggregatorPort()));
    values.put("operators.enabled", "false");
    values.put("operators.token", "file:" + folder.operatorToken());
    values.put("operations.port", Integer.toString(port));
    values.put("budget.epsilon", Double.toString(plan.epsilonLimit()));
    values.put("budget.delta", Double.toString(plan.delta()));
    values.put("check-in.clients", Integer.toString(plan.clients()));
    values.put("check-in.rate", Double.toString(plan.checkInRate()));
    values.put("check-in.law", plan.checkInLaw().name());
    values.put("randomizer.kind", "gaussian");
    values.put("randomizer.clip", Double.toString(plan.clip()));
    values.put("randomizer.noise-multiplier", Double.toString(plan.noiseMultiplier()));
    values.put("model.name", "features");
    values.put(
        "model.input", "%dx%dx%d".formatted(input.channels(), input.height(), input.width()));
    values.put("model.classes", "10");
    values.put("model.seed", Long.toString(plan.seed()));
    values.put("optimizer.learning-rate", Double.toString(plan.learningRate()));
    values.put("optimizer.schedule", "linear-decay");
    values.put("rounds.count", Long.toString(plan.rounds()));
    values.put("rounds.close-when-all-answered", "true");
    values.put("evaluation.every", Long.toString(Math.max(1, plan.rounds() / 40)));
    return read(AggregatorConfig.class, values);
  }

  private FleetConfig fleetConfig(DemoPlan plan) {
    Map<String, String> values = new HashMap<>();
    values.put("shuffler.host", HOST);
    values.put("shuffler.port", Integer.toString(shuffler.clientsPort()));
    values.put("shuffler.trust", folder.keys().resolve("ca.crt").toString());
    values.put("token-file", folder.tokens().toString());
    values.put("state", folder.fleet().toString());
    values.put("records.dataset", plan.dataset());
    values.put("policy.lifetime-epsilon", Double.toString(plan.epsilonLimit()));
    values.put("policy.lifetime-delta", Double.toString(plan.delta()));
    values.put("policy.largest-check-in-rate", Double.toString(plan.checkInRate()));
    values.put("policy.smallest-noise-multiplier", Double.toString(plan.noiseMultiplier()));
    values.put("policy.smallest-population", Integer.toString(plan.clients()));
    values.put("operations.enabled", "false");
    return read(FleetConfig.class, values);
  }

  private void putTls(Map<String, String> values, String prefix, String role) {
    values.put(prefix + ".certificate", folder.keys().resolve(role + ".crt").toString());
    values.put(prefix + ".key", folder.keys().resolve(role + ".key").toString());
    values.put(prefix + ".trust", folder.keys().resolve("ca.crt").toString());
  }

  private static <T extends Record> T read(Class<T> type, Map<String, String> values) {
    return new ConfigSource(Optional.empty(), "CHECKIN_DEMO", Map.of(), values).read(type);
  }
}
