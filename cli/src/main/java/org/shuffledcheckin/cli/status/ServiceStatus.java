package org.shuffledcheckin.cli.status;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.shuffledcheckin.aggregator.RunArchive;
import org.shuffledcheckin.aggregator.run.RunJson;
import org.shuffledcheckin.aggregator.run.RunView;
import org.shuffledcheckin.cli.run.RunFolder;

/**
 * Where one service or one run stands.
 *
 * @param service which, or {@code run} for a run's folder
 * @param where its address or path
 * @param ready whether it does what it should
 * @param run the run, of an aggregator or a folder
 * @param meters what other services measure
 * @param checks what a service says of its own readiness
 */
record ServiceStatus(
    String service,
    String where,
    boolean ready,
    Optional<RunView> run,
    Meters meters,
    Map<String, String> checks) {
  private static final String RUN = "run";

  /** Reads where a run stands from its folder. */
  static ServiceStatus ofFolder(Path folder) throws IOException {
    try (RunArchive archive = RunArchive.ofFolder(RunFolder.aggregator(folder))) {
      return new ServiceStatus(
          RUN, folder.toString(), true, Optional.of(archive.view()), Meters.NONE, Map.of());
    }
  }

  /** In a few words. */
  String title() {
    String readiness = ready ? " ready" : " NOT READY";
    return service + " " + where + (service.equals(RUN) ? "" : readiness);
  }

  /** For people: a name and a text each. */
  Map<String, String> lines() {
    Map<String, String> lines = new LinkedHashMap<>();
    run.ifPresent(view -> lines.putAll(RunLines.of(view)));
    meters
        .counts()
        .forEach((name, value) -> lines.put(name, String.format(Locale.ROOT, "%,d", value)));
    meters.lifetime().ifPresent(spent -> lines.put("lifetime budget", spent.line()));
    if (!checks.isEmpty()) {
      lines.put(
          "checks",
          checks.entrySet().stream()
              .map(check -> check.getKey() + ": " + check.getValue())
              .collect(Collectors.joining("; ")));
    }
    return lines;
  }

  /** For programs. */
  ObjectNode json() {
    JsonMapper json = new JsonMapper();
    ObjectNode fields =
        json.createObjectNode().put("service", service).put("where", where).put("ready", ready);
    run.ifPresent(view -> fields.setAll(RunJson.write(view)));
    meters.counts().forEach(fields::put);
    meters.lifetime().ifPresent(spent -> spent.write(fields));
    if (!checks.isEmpty()) {
      fields.set("checks", json.valueToTree(checks));
    }
    return fields;
  }
}
