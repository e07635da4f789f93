package org.shuffledcheckin.learning.model;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.shuffledcheckin.learning.data.Shape;

/** Writes and reads the canonical text of a model: JSON with a fixed order and no spaces. */
final class ModelText {
  private static final String FORMAT = "shuffled-checkin-model/1";

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(8)
                          .maxNumberLength(12)
                          .maxStringLength(ModelSpec.MAX_TEXT)
                          .build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private ModelText() {}

  static String write(ModelSpec spec) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("format", FORMAT);
    root.putArray("input")
        .add(spec.input().channels())
        .add(spec.input().height())
        .add(spec.input().width());
    spec.features().ifPresent(map -> root.put("features", map.text()));
    if (spec.network() instanceof Network.Layers stack) {
      ArrayNode layers = root.putArray("layers");
      stack.layers().forEach(layer -> LayerText.write(layer, layers.addObject()));
    } else if (spec.network() instanceof Network.Foreign foreign) {
      root.put("classes", foreign.classes());
      root.put("parameters", foreign.parameters());
      root.put("dl4j", foreign.configuration());
    }
    return root.toString();
  }

  static ModelSpec parse(String text) {
    requireBetween("length of a model's text", text.length(), 0, ModelSpec.MAX_TEXT);
    JsonNode root = readTree(text);
    boolean foreign = root.has("dl4j");
    requireFields(
        "model",
        root,
        foreign
            ? Set.of("format", "input", "features", "classes", "parameters", "dl4j")
            : Set.of("format", "input", "features", "layers"));
    String format = text(root, "format");
    if (!FORMAT.equals(format)) {
      throw new IllegalArgumentException(
          "model format must be %s, got %s".formatted(FORMAT, shortened(format)));
    }
    return new ModelSpec(
        shape(root), features(root), foreign ? foreignNetwork(root) : layers(root));
  }

  private static JsonNode readTree(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      // The original message quotes the source; the place is all a reader needs.
      throw new IllegalArgumentException(
          "model text must be well-formed JSON, error at column "
              + (e.getLocation() == null ? "?" : e.getLocation().getColumnNr()),
          e);
    }
  }

  private static Shape shape(JsonNode root) {
    int[] sides = integers(root, "input", 3);
    return new Shape(sides[0], sides[1], sides[2]);
  }

  private static Optional<FeatureMap> features(JsonNode root) {
    return root.has("features")
        ? Optional.of(FeatureMap.named(text(root, "features")))
        : Optional.empty();
  }

  private static Network foreignNetwork(JsonNode root) {
    return new Network.Foreign(
        text(root, "dl4j"), integer(root, "classes"), integer(root, "parameters"));
  }

  private static Network layers(JsonNode root) {
    JsonNode array = root.get("layers");
    if (array == null || !array.isArray() || array.size() > Network.Layers.MAX_LAYERS) {
      throw new IllegalArgumentException(
          "layers of a model must be an array of at most " + Network.Layers.MAX_LAYERS);
    }
    List<Layer> layers = new ArrayList<>();
    array.forEach(node -> layers.add(LayerText.read(node)));
    return new Network.Layers(layers);
  }

  static void requireFields(String what, JsonNode node, Set<String> known) {
    if (node == null || !node.isObject()) {
      throw new IllegalArgumentException(what + " must be a JSON object");
    }
    for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!known.contains(name)) {
        throw new IllegalArgumentException("%s has no field %s".formatted(what, shortened(name)));
      }
    }
  }

  static String text(JsonNode node, String name) {
    JsonNode value = node.get(name);
    if (value == null || !value.isTextual()) {
      throw new IllegalArgumentException("field " + name + " of a model must be a string");
    }
    return value.textValue();
  }

  static int integer(JsonNode node, String name) {
    JsonNode value = node.get(name);
    if (value == null || !value.isInt()) {
      throw new IllegalArgumentException("field " + name + " of a model must be an integer");
    }
    return value.intValue();
  }

  static int[] integers(JsonNode node, String name, int count) {
    JsonNode value = node.path(name);
    boolean valid = value.isArray() && value.size() == count;
    int[] result = new int[count];
    for (int i = 0; i < count; i++) {
      valid &= value.path(i).isInt();
      result[i] = value.path(i).intValue();
    }
    if (!valid) {
      throw new IllegalArgumentException(
          "field %s of a model must be an array of %d integers".formatted(name, count));
    }
    return result;
  }

  static String shortened(String text) {
    return text.length() <= 64 ? text : text.substring(0, 64) + "…";
  }
}
