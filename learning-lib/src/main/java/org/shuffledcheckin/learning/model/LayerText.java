package org.shuffledcheckin.learning.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Function;

/** Writes and reads one layer of a model's canonical text. */
final class LayerText {
  private LayerText() {}

  static void write(Layer layer, ObjectNode node) {
    if (layer instanceof Layer.Convolution convolution) {
      node.put("type", "convolution").put("filters", convolution.filters());
      put(node, "kernel", convolution.kernel());
      put(node, "stride", convolution.stride());
      node.put("padding", convolution.padding().text());
      node.put("activation", convolution.activation().text());
    } else if (layer instanceof Layer.MaxPool pool) {
      node.put("type", "max-pool");
      put(node, "kernel", pool.kernel());
      put(node, "stride", pool.stride());
    } else if (layer instanceof Layer.Dense dense) {
      node.put("type", "dense").put("units", dense.units());
      node.put("activation", dense.activation().text());
    } else if (layer instanceof Layer.Softmax softmax) {
      node.put("type", "softmax").put("classes", softmax.classes());
    }
  }

  static Layer read(JsonNode node) {
    ModelText.requireFields(
        "layer",
        node,
        Set.of("type", "filters", "kernel", "stride", "padding", "activation", "units", "classes"));
    String type = ModelText.text(node, "type");
    return switch (type) {
      case "convolution" -> convolution(node);
      case "max-pool" -> {
        requireOnly(node, "type", "kernel", "stride");
        yield new Layer.MaxPool(extent(node, "kernel"), extent(node, "stride"));
      }
      case "dense" -> {
        requireOnly(node, "type", "units", "activation");
        yield new Layer.Dense(ModelText.integer(node, "units"), activation(node));
      }
      case "softmax" -> {
        requireOnly(node, "type", "classes");
        yield new Layer.Softmax(ModelText.integer(node, "classes"));
      }
      default ->
          throw new IllegalArgumentException(
              "type of a layer must be convolution, max-pool, dense or softmax, got "
                  + ModelText.shortened(type));
    };
  }

  private static Layer convolution(JsonNode node) {
    requireOnly(node, "type", "filters", "kernel", "stride", "padding", "activation");
    return new Layer.Convolution(
        ModelText.integer(node, "filters"),
        extent(node, "kernel"),
        extent(node, "stride"),
        named(node, "padding", Padding.values(), Padding::text),
        activation(node));
  }

  private static Activation activation(JsonNode node) {
    return named(node, "activation", Activation.values(), Activation::text);
  }

  private static Extent extent(JsonNode node, String name) {
    int[] sides = ModelText.integers(node, name, 2);
    return new Extent(sides[0], sides[1]);
  }

  private static void put(ObjectNode node, String name, Extent extent) {
    node.putArray(name).add(extent.height()).add(extent.width());
  }

  private static <T> T named(JsonNode node, String field, T[] values, Function<T, String> nameOf) {
    String name = ModelText.text(node, field);
    return Arrays.stream(values)
        .filter(value -> nameOf.apply(value).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s must be one of %s, got %s"
                        .formatted(
                            field,
                            Arrays.stream(values).map(nameOf).toList(),
                            ModelText.shortened(name))));
  }

  private static void requireOnly(JsonNode node, String... fields) {
    ModelText.requireFields("layer " + ModelText.text(node, "type"), node, Set.of(fields));
  }
}
