package org.shuffledcheckin.cli.service;

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
import org.shuffledcheckin.client.ClientService;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.config.FleetConfig;
import org.shuffledcheckin.client.host.HostListener;
import org.shuffledcheckin.kit.config.ConfigSource;
import org.shuffledcheckin.kit.signing.SigningFolder;
import org.shuffledcheckin.kit.tls.DevelopmentKeys;
import org.shuffledcheckin.learning.data.DrawnDigits;
import org.shuffledcheckin.shuffler.ShufflerService;
import org.shuffledcheckin.shuffler.config.ShufflerConfig;

/** Small real services in this process, with certificates and operations ports, on free ports. */
public final class TestSystem {
  /** The operator's token at the shuffler. */
  public static final String TOKEN = "test-token";

  private static final String AGGREGATOR_TOKEN = "test-token-of-the-aggregator";
  private static final String HOST = "127.0.0.1";

  private final Path folder;

  /** Makes certificates, as {@code checkin keys} does, into a folder {@code keys}. */
  public TestSystem(Path folder) throws IOException {
    this.folder = folder;
    List<String> here = List.of(HOST);
    new DevelopmentKeys(keys()).makeMissing(Map.of("shuffler", here, "aggregator", here));
    signing().makeMissing();
    Files.writeString(keys().resolve("operator.token"), TOKEN + "\n");
    Files.writeString(keys().resolve("aggregator.token"), AGGREGATOR_TOKEN + "\n");
  }

  /** Where certificates and the operators' tokens are. */
  public Path keys() {
    return folder.resolve("keys");
  }

  private SigningFolder signing() {
    return new SigningFolder(keys());
  }

  /** Starts the shuffler. */
  public ShufflerService shuffler() {
    Map<String, String> values = new HashMap<>();
    values.put("data", folder.resolve("shuffler").toString());
    putTls(values, "shuffler");
    for (String port : List.of("clients", "aggregator", "operators")) {
      values.put(port + ".host", HOST);
      values.put(port + ".port", "0");
    }
    values.put("operators.token", "file:" + keys().resolve("operator.token"));
    values.put("intake.min-free-disk", "1MiB");
    values.put("aggregator.bundle", signing().bundle().toString());
    values.put("rounds.early-close", "true");
    values.put("operations.port", "0");
    return ShufflerService.start(read(ShufflerConfig.class, values));
  }

  /** Starts an aggregator of the shuffler's, with a plan of so many rounds. */
  public AggregatorService aggregator(
      String name, ShufflerService shuffler, int clients, int rounds, int minimumBatch) {
    Map<String, String> values = new HashMap<>();
    values.put("data", folder.resolve(name).toString());
    putTls(values, "aggregator");
    values.put("shuffler.certificate", keys().resolve("aggregator-client.crt").toString());
    values.put("shuffler.key", keys().resolve("aggregator-client.key").toString());
    values.put("shuffler.host", HOST);
    values.put("shuffler.port", Integer.toString(shuffler.aggregatorPort()));
    values.put("operators.host", HOST);
    values.put("operators.port", "0");
    values.put("operators.token", "file:" + keys().resolve("aggregator.token"));
    values.put("operations.port", "0");
    values.put("signing-key", signing().keys().toString());
    values.put("budget.epsilon", "1000");
    values.put("budget.delta", "0.001");
    values.put("check-in.clients", Integer.toString(clients));
    values.put("check-in.rate", "0.5");
    values.put("randomizer.kind", "gaussian");
    values.put("randomizer.clip", "0.5");
    values.put("randomizer.noise-multiplier", "5");
    values.put("model.name", "features");
    values.put("model.input", "1x28x28");
    values.put("model.classes", "10");
    values.put("optimizer.learning-rate", "1");
    values.put("rounds.count", Integer.toString(rounds));
    values.put("rounds.minimum-batch", Integer.toString(minimumBatch));
    values.put("rounds.pause-after-discards", "100");
    return AggregatorService.start(
        read(AggregatorConfig.class, values),
        SoundAccountant.create(),
        Optional.of(DrawnDigits.dataset("test", 50, 2)));
  }

  /** Starts a fleet at the shuffler, of clients that it enrols. */
  public ClientService fleet(ShufflerService shuffler, int clients) throws IOException {
    Path tokens = folder.resolve("tokens");
    Files.writeString(
        tokens,
        shuffler.enrol(clients).stream()
            .map(HexFormat.of()::formatHex)
            .collect(Collectors.joining("\n")));
    Map<String, String> values = new HashMap<>();
    values.put("shuffler.host", HOST);
    values.put("shuffler.port", Integer.toString(shuffler.clientsPort()));
    values.put("shuffler.trust", keys().resolve("ca.crt").toString());
    values.put("aggregator-bundle", signing().bundle().toString());
    values.put("token-file", tokens.toString());
    values.put("state", folder.resolve("fleet").toString());
    values.put("unlimited", "true");
    values.put("policy.largest-check-in-rate", "1");
    values.put("policy.smallest-population", "1");
    values.put("policy.largest-daily-reports", "1000000");
    values.put("operations.port", "0");
    return ClientService.startFleet(
        read(FleetConfig.class, values),
        DrawnDigits.dataset("train", clients, 1),
        ClientRandomness.secure(),
        HostListener.NONE);
  }

  private void putTls(Map<String, String> values, String role) {
    values.put("tls.certificate", keys().resolve(role + ".crt").toString());
    values.put("tls.key", keys().resolve(role + ".key").toString());
    values.put("tls.trust", keys().resolve("ca.crt").toString());
    values.put("tls.revoked", keys().resolve("revoked.crl").toString());
  }

  private static <T extends Record> T read(Class<T> type, Map<String, String> values) {
    return new ConfigSource(Optional.empty(), "CHECKIN_TEST", Map.of(), values).read(type);
  }
}
