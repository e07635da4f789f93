package org.shuffledcheckin.kit.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Finds keys that no record knows, in file, environment and flags, and what was probably meant. */
final class UnknownKeys {
  /** More edits than this is another word, not a slip. */
  private static final int CLOSE = 3;

  private final ConfigSource source;
  private final Set<String> keys;

  UnknownKeys(ConfigSource source, List<ConfigKey> keys) {
    this.source = source;
    this.keys = keys.stream().map(ConfigKey::key).collect(Collectors.toCollection(TreeSet::new));
  }

  List<String> in(JsonNode tree) {
    List<String> problems = new ArrayList<>();
    walk(tree, "", problems);
    source.flags().keySet().stream()
        .filter(flag -> !keys.contains(flag))
        .forEach(flag -> problems.add("unknown key " + flag + suggestion(flag, keys)));
    Set<String> variables =
        keys.stream().map(source::variable).collect(Collectors.toCollection(TreeSet::new));
    source.environment().keySet().stream()
        .filter(name -> name.startsWith(source.prefix() + "_") && !variables.contains(name))
        .filter(name -> !fromOrchestrator(name))
        .forEach(name -> problems.add("unknown variable " + name + suggestion(name, variables)));
    return problems;
  }

  /** Kubernetes sets such variables for a service of that name; nobody typed them. */
  private boolean fromOrchestrator(String name) {
    String rest = name.substring(source.prefix().length());
    return rest.startsWith("_SERVICE_") || rest.equals("_PORT") || rest.startsWith("_PORT_");
  }

  private void walk(JsonNode node, String prefix, List<String> problems) {
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      String key = prefix + field.getKey();
      boolean isSection = keys.stream().anyMatch(known -> known.startsWith(key + "."));
      if (keys.contains(key)) {
        if (field.getValue().isObject()) {
          problems.add(key + " must be a value but is a mapping");
        }
      } else if (!isSection) {
        problems.add("unknown key " + key + suggestion(key, keys));
      } else if (field.getValue().isObject()) {
        walk(field.getValue(), key + ".", problems);
      } else if (!field.getValue().isNull()) {
        problems.add(key + " must be a mapping of keys to values");
      }
    }
  }

  private static String suggestion(String given, Collection<String> known) {
    String best = "";
    int fewest = CLOSE + 1;
    for (String candidate : known) {
      int edits = edits(given, candidate);
      if (edits < fewest) {
        fewest = edits;
        best = candidate;
      }
    }
    return best.isEmpty() ? "" : " (did you mean " + best + "?)";
  }

  /** The Levenshtein distance. */
  private static int edits(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int above = row[j];
        int change = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
        row[j] = Math.min(Math.min(above, row[j - 1]) + 1, diagonal + change);
        diagonal = above;
      }
    }
    return row[to.length()];
  }
}
