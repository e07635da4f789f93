package org.shuffledcheckin.loadtest.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.shuffledcheckin.kit.config.ConfigSource;
import org.shuffledcheckin.kit.signing.SigningFolder;
import org.shuffledcheckin.kit.tls.DevelopmentKeys;
import org.shuffledcheckin.shuffler.ShufflerService;
import org.shuffledcheckin.shuffler.config.ShufflerConfig;

/**
 * A shuffler in this process with certificates, tokens and loopback TLS ports of its own, and what
 * an aggregator and a fleet have to be told to find it. Nothing is short-circuited.
 */
public final class LocalShuffler implements AutoCloseable {
  private static final String HOST = "127.0.0.1";

  private final SystemFolder folder;
  private final ShufflerService service;

  private LocalShuffler(SystemFolder folder) {
    this.folder = folder;
    makeKeys();
    makeOperatorToken();
    makeSigningKey();
    service = ShufflerService.start(config());
  }

  /** Starts a shuffler on what its folder holds; makes keys and tokens where there are none. */
  public static LocalShuffler start(SystemFolder folder) {
    return new LocalShuffler(folder);
  }

  /** Enrols clients and keeps their tokens; does nothing where that was done before. */
  public void enrol(int clients) {
    if (Files.exists(folder.tokens())) {
      return;
    }
    String tokens =
        service.enrol(clients).stream()
            .map(HexFormat.of()::formatHex)
            .collect(Collectors.joining("\n", "", "\n"));
    folder.writeSecret(folder.tokens(), tokens);
  }

  /** What every aggregator of this system is told; the plan of its run is to be added. */
  public Map<String, String> aggregatorValues() {
    Map<String, String> values = new HashMap<>();
    values.put("data", folder.aggregator().toString());
    putTls(values, "aggregator");
    values.put("shuffler.certificate", folder.keys().resolve("aggregator-client.crt").toString());
    values.put("shuffler.key", folder.keys().resolve("aggregator-client.key").toString());
    values.put("signing-key", signing().keys().toString());
    values.put("shuffler.host", HOST);
    values.put("shuffler.port", Integer.toString(service.aggregatorPort()));
    values.put("operators.host", HOST);
    values.put("operators.port", "0");
    values.put("operators.token", "file:" + folder.operatorToken());
    return values;
  }

  /** The file of the keys that hide models from this shuffler. */
  public Path modelKeys() {
    return signing().modelKeys();
  }

  /** What every fleet of this system is told; its policy is to be added. */
  public Map<String, String> fleetValues() {
    Map<String, String> values = new HashMap<>();
    values.put("shuffler.host", HOST);
    values.put("shuffler.port", Integer.toString(service.clientsPort()));
    values.put("shuffler.trust", folder.keys().resolve("ca.crt").toString());
    values.put("aggregator-bundle", signing().bundle().toString());
    values.put("model-keys", signing().modelKeys().toString());
    values.put("token-file", folder.tokens().toString());
    values.put("state", folder.fleet().toString());
    values.put("operations.enabled", "false");
    return values;
  }

  /** Reads a configuration as a service does, from these values and nothing else. */
  public static <T extends Record> T read(Class<T> type, Map<String, String> values) {
    return new ConfigSource(Optional.empty(), "CHECKIN_LOCAL", Map.of(), values).read(type);
  }

  /** Stops; nothing acknowledged is lost. */
  @Override
  public void close() {
    service.close();
  }

  private void makeKeys() {
    List<String> here = List.of(HOST);
    new DevelopmentKeys(folder.keys()).makeMissing(Map.of("shuffler", here, "aggregator", here));
  }

  private void makeOperatorToken() {
    if (Files.notExists(folder.operatorToken())) {
      byte[] token = new byte[16];
      new SecureRandom().nextBytes(token);
      folder.writeSecret(folder.operatorToken(), HexFormat.of().formatHex(token) + "\n");
    }
  }

  private void makeSigningKey() {
    try {
      signing().makeMissing();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write into " + folder.keys(), e);
    }
  }

  private SigningFolder signing() {
    return new SigningFolder(folder.keys());
  }

  private ShufflerConfig config() {
    Map<String, String> values = new HashMap<>();
    values.put("data", folder.shuffler().toString());
    putTls(values, "shuffler");
    for (String port : List.of("clients", "aggregator", "operators")) {
      values.put(port + ".host", HOST);
      values.put(port + ".port", "0");
    }
    values.put("aggregator.bundle", signing().bundle().toString());
    // Its clients are simulated, in this process or another: nobody's pace is told by the close.
    values.put("rounds.early-close", "true");
    values.put("operations.enabled", "false");
    return read(ShufflerConfig.class, values);
  }

  private void putTls(Map<String, String> values, String role) {
    values.put("tls.certificate", folder.keys().resolve(role + ".crt").toString());
    values.put("tls.key", folder.keys().resolve(role + ".key").toString());
    values.put("tls.trust", folder.keys().resolve("ca.crt").toString());
  }
}
