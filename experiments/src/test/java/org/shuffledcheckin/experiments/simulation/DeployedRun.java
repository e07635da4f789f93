package org.shuffledcheckin.experiments.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.aggregator.AggregatorService;
import org.shuffledcheckin.aggregator.config.AggregatorConfig;
import org.shuffledcheckin.aggregator.round.RunEnd;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.aggregator.store.Database;
import org.shuffledcheckin.aggregator.store.JdbcRunStore;
import org.shuffledcheckin.aggregator.store.StoredModel;
import org.shuffledcheckin.client.ClientService;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.config.FleetConfig;
import org.shuffledcheckin.client.host.HostListener;
import org.shuffledcheckin.kit.config.ConfigSource;
import org.shuffledcheckin.kit.signing.SigningFolder;
import org.shuffledcheckin.kit.tls.DevelopmentKeys;
import org.shuffledcheckin.learning.data.DataSplit;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.report.noise.InsecureSeededRandomness;
import org.shuffledcheckin.shuffler.ShufflerService;
import org.shuffledcheckin.shuffler.config.ShufflerConfig;

/** The plan of a simulation, run by the services over loopback TLS with sealed reports. */
final class DeployedRun {
  private static final String HOST = "127.0.0.1";

  private final Path folder;
  private final SimulationPlan plan;
  private final String model;

  DeployedRun(Path folder, SimulationPlan plan, String model) {
    this.folder = folder;
    this.plan = plan;
    this.model = model;
  }

  /** Trains and returns the stored model. */
  StoredModel train(DataSplit data) throws IOException, InterruptedException {
    List<String> here = List.of(HOST);
    new DevelopmentKeys(folder.resolve("keys"))
        .makeMissing(Map.of("shuffler", here, "aggregator", here));
    signing().makeMissing();
    try (ShufflerService shuffler = ShufflerService.start(shufflerConfig())) {
      Files.writeString(
          folder.resolve("tokens"),
          shuffler.enrol(plan.clients()).stream()
              .map(HexFormat.of()::formatHex)
              .collect(Collectors.joining("\n", "", "\n")));
      train(shuffler, data);
    }
    try (JdbcRunStore store =
        new JdbcRunStore(
            Database.sqliteForReading(folder.resolve("aggregator/aggregator.db")), 1)) {
      return store.newestModel();
    }
  }

  private void train(ShufflerService shuffler, DataSplit data)
      throws IOException, InterruptedException {
    AggregatorConfig config = aggregatorConfig(shuffler, data.train().shape());
    try (AggregatorService aggregator =
            AggregatorService.start(config, SoundAccountant.create(), Optional.empty());
        ClientService fleet =
            ClientService.startFleet(
                fleetConfig(shuffler),
                data.train(),
                ClientRandomness.insecure(new InsecureSeededRandomness(plan.seed())),
                HostListener.NONE)) {
      RunEnd end = aggregator.await();
      if (fleet.clients() != plan.clients()) {
        throw new IllegalStateException("the fleet has " + fleet.clients() + " clients");
      }
      if (aggregator.status().state() != RunState.FINISHED) {
        throw new IllegalStateException("the run did not finish: " + end);
      }
    }
  }

  private SigningFolder signing() {
    return new SigningFolder(folder.resolve("keys"));
  }

  private ShufflerConfig shufflerConfig() {
    Map<String, String> values = new HashMap<>();
    values.put("data", folder.resolve("shuffler").toString());
    putTls(values, "shuffler");
    for (String port : List.of("clients", "aggregator", "operators")) {
      values.put(port + ".host", HOST);
      values.put(port + ".port", "0");
    }
    values.put("aggregator.bundle", signing().bundle().toString());
    values.put("rounds.early-close", "true");
    values.put("operations.enabled", "false");
    return read(ShufflerConfig.class, values);
  }

  private AggregatorConfig aggregatorConfig(ShufflerService shuffler, Shape input) {
    Map<String, String> values = new HashMap<>();
    values.put("data", folder.resolve("aggregator").toString());
    putTls(values, "aggregator-client");
    values.put("shuffler.host", HOST);
    values.put("shuffler.port", Integer.toString(shuffler.aggregatorPort()));
    values.put("operators.enabled", "false");
    values.put("operations.enabled", "false");
    values.put("signing-key", signing().keys().toString());
    values.put("budget.epsilon", Double.toString(plan.budget().epsilon()));
    values.put("budget.delta", Double.toString(plan.budget().delta()));
    values.put("check-in.clients", Integer.toString(plan.clients()));
    values.put("check-in.rate", Double.toString(plan.population().rate()));
    values.put("check-in.law", plan.population().law().name());
    values.put("form", plan.randomizer().kind().form().name());
    values.put("model-keys", signing().modelKeys().toString());
    values.put("randomizer.kind", plan.randomizer().kind().label());
    plan.randomizer()
        .fields()
        .values()
        .forEach((name, value) -> values.put("randomizer." + name, text(name, value)));
    values.remove("randomizer.dimension");
    values.put("model.name", model);
    values.put(
        "model.input", "%dx%dx%d".formatted(input.channels(), input.height(), input.width()));
    values.put("model.classes", "10");
    values.put("model.seed", Long.toString(plan.seed()));
    values.put("optimizer.kind", plan.steps().optimizer().name());
    values.put("optimizer.learning-rate", Double.toString(plan.steps().rate().initial()));
    values.put("optimizer.schedule", plan.steps().rate().schedule().name());
    values.put("optimizer.in-units-of-clip", Boolean.toString(plan.steps().unit() == clip()));
    values.put("rounds.minimum-batch", Long.toString(plan.sums().leastReports()));
    values.put("rounds.count", Long.toString(plan.rounds()));
    return read(AggregatorConfig.class, values);
  }

  private double clip() {
    return plan.randomizer().fields().values().get("clip");
  }

  private String text(String name, double value) {
    boolean whole =
        plan.randomizer().kind().fields().stream()
            .anyMatch(field -> field.name().equals(name) && field.whole());
    return whole ? Long.toString((long) value) : Double.toString(value);
  }

  private FleetConfig fleetConfig(ShufflerService shuffler) {
    Map<String, String> values = new HashMap<>();
    values.put("shuffler.host", HOST);
    values.put("shuffler.port", Integer.toString(shuffler.clientsPort()));
    values.put("shuffler.trust", folder.resolve("keys/ca.crt").toString());
    values.put("aggregator-bundle", signing().bundle().toString());
    values.put("token-file", folder.resolve("tokens").toString());
    values.put("state", folder.resolve("fleet").toString());
    values.put("records.dataset", "digits");
    values.put("policy.lifetime-epsilon", Double.toString(plan.budget().epsilon()));
    values.put("policy.lifetime-delta", Double.toString(plan.budget().delta()));
    values.put("policy.largest-check-in-rate", Double.toString(plan.population().rate()));
    values.put("policy.smallest-noise-multiplier", "0.01");
    values.put("policy.forms", "SHUFFLED,DISTRIBUTED");
    values.put("model-keys", signing().modelKeys().toString());
    values.put("policy.smallest-population", Long.toString(plan.charge().clients()));
    values.put("policy.largest-daily-reports", "1000000");
    values.put("operations.enabled", "false");
    return read(FleetConfig.class, values);
  }

  private void putTls(Map<String, String> values, String role) {
    values.put("tls.certificate", folder.resolve("keys/" + role + ".crt").toString());
    values.put("tls.key", folder.resolve("keys/" + role + ".key").toString());
    values.put("tls.trust", folder.resolve("keys/ca.crt").toString());
  }

  private static <T extends Record> T read(Class<T> type, Map<String, String> values) {
    return new ConfigSource(Optional.empty(), "CHECKIN_TEST", Map.of(), values).read(type);
  }
}
