package org.shuffledcheckin.learning.model;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.List;
import org.deeplearning4j.nn.conf.MultiLayerConfiguration;

/**
 * Reads Deeplearning4j's configuration format, which names classes to instantiate. The text may
 * come from an aggregator that is not trusted, so every class it names must be one of
 * Deeplearning4j's own before Deeplearning4j sees it.
 */
final class Dl4jJson {
  private static final String CLASS_FIELD = "@class";

  private static final List<String> TRUSTED_PACKAGES =
      List.of(
          "org.deeplearning4j.nn.conf.",
          "org.deeplearning4j.nn.weights.",
          "org.nd4j.linalg.activations.impl.",
          "org.nd4j.linalg.learning.config.",
          "org.nd4j.linalg.learning.regularization.",
          "org.nd4j.linalg.lossfunctions.impl.",
          "org.nd4j.linalg.schedule.");

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(64)
                  .maxStringLength(ModelSpec.MAX_TEXT)
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private Dl4jJson() {}

  static MultiLayerConfiguration read(String json) {
    requireBetween("length of a configuration", json.length(), 0, ModelSpec.MAX_TEXT);
    requireTrustedClasses(json);
    try {
      return MultiLayerConfiguration.fromJson(json);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "text must be a Deeplearning4j MultiLayerConfiguration in JSON", e);
    }
  }

  private static void requireTrustedClasses(String json) {
    try (JsonParser parser = FACTORY.createParser(json)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.VALUE_STRING && CLASS_FIELD.equals(parser.currentName())) {
          requireTrusted(parser.getText());
        }
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "a Deeplearning4j configuration must be well-formed JSON", e);
    }
  }

  private static void requireTrusted(String name) {
    if (TRUSTED_PACKAGES.stream().noneMatch(name::startsWith)) {
      throw new IllegalArgumentException(
          "classes named in a configuration must be Deeplearning4j's own, got "
              + ModelText.shortened(name));
    }
  }
}
