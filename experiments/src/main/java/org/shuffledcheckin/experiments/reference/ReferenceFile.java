package org.shuffledcheckin.experiments.reference;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads reference cases: what function, which inputs, which outputs to expect. */
public final class ReferenceFile {
  private ReferenceFile() {}

  /**
   * Reads all cases and checks their form and their functions before anything is computed.
   *
   * @throws IllegalArgumentException if the file is not JSON of this form or names an unknown
   *     function
   */
  public static List<ReferenceCase> read(Path file) {
    JsonNode cases = parse(file).path("cases");
    if (!cases.isArray()) {
      throw new IllegalArgumentException(file + " must hold a list named 'cases' but has none");
    }
    List<ReferenceCase> result = new ArrayList<>();
    for (JsonNode node : cases) {
      result.add(read(file, node, result.size() + 1));
    }
    return result;
  }

  private static JsonNode parse(Path file) {
    try {
      return new ObjectMapper().readTree(Files.readAllBytes(file));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          file + " must be JSON but is not: " + e.getOriginalMessage(), e);
    } catch (NoSuchFileException e) {
      throw new UncheckedIOException("no such file: " + file, e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static ReferenceCase read(Path file, JsonNode node, int index) {
    String id = node.path("id").asText("#" + index);
    String function = node.path("function").asText("");
    if (!ReferenceFunctions.names().contains(function)) {
      throw new IllegalArgumentException(
          "function must be one that 'account evaluate' knows but is '"
              + function
              + "' in case "
              + id
              + " of "
              + file);
    }
    try {
      return new ReferenceCase(
          id, function, new CaseInputs(node.path("inputs")), outputs(function, node));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("case " + id + ": " + e.getMessage(), e);
    }
  }

  private static Map<String, Expectation> outputs(String function, JsonNode node) {
    JsonNode output = node.path("output");
    Expectation.Rules rules = new Expectation.Rules(function, output.path("rtol").asDouble(0));
    Map<String, Expectation> result = new LinkedHashMap<>();
    collect("", output, rules, result);
    return result;
  }

  /** Names the parts of parts by both names, the entries of a list of words by their number. */
  private static void collect(
      String name, JsonNode node, Expectation.Rules rules, Map<String, Expectation> into) {
    if (node.isObject()) {
      node.properties().stream()
          .filter(part -> !part.getKey().equals("rtol"))
          .forEach(part -> collect(join(name, part.getKey()), part.getValue(), rules, into));
    } else if (node.isArray() && node.path(0).isTextual() && node.size() > 2) {
      for (int i = 0; i < node.size(); i++) {
        collect(join(name, Integer.toString(i)), node.get(i), rules, into);
      }
    } else {
      into.put(name, Expectation.of(name, node, rules));
    }
  }

  private static String join(String name, String part) {
    return name.isEmpty() ? part : name + "." + part;
  }
}
