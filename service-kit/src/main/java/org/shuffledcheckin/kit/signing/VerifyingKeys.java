package org.shuffledcheckin.kit.signing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * The keys whose rounds are believed: one, or while one takes over from another, several. Their
 * text is the bundle that the aggregator's operator hands to clients and to the shuffler's
 * operator.
 *
 * @param keys at least one, all different
 */
public record VerifyingKeys(List<VerifyingKey> keys) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FORMAT = "checkin/v1/bundle";
  private static final int MOST_KEYS = 16;

  /** Validates the number of keys. */
  public VerifyingKeys {
    keys = List.copyOf(keys);
    if (keys.isEmpty() || keys.size() > MOST_KEYS) {
      throw new IllegalArgumentException(
          "a bundle must have 1 to %d keys but has %d".formatted(MOST_KEYS, keys.size()));
    }
    if (keys.stream().distinct().count() != keys.size()) {
      throw new IllegalArgumentException("a bundle must not name a key twice");
    }
  }

  /** Whether one of the keys signed the round. */
  public boolean verify(SignedRound round) {
    return keys.stream().anyMatch(key -> key.verifies(round));
  }

  /**
   * Reads a bundle's text.
   *
   * @throws IllegalArgumentException if it is not one
   */
  public static VerifyingKeys parse(String text) {
    try {
      JsonNode bundle = JSON.readTree(text);
      if (bundle == null || !bundle.path("format").asText().equals(FORMAT)) {
        throw new IllegalArgumentException("a bundle must have the format " + FORMAT);
      }
      List<VerifyingKey> keys = new ArrayList<>();
      for (JsonNode key : bundle.path("keys")) {
        keys.add(VerifyingKey.of(Base64.getDecoder().decode(key.path("ed25519").asText())));
      }
      return new VerifyingKeys(keys);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("a bundle must be JSON text", e);
    }
  }

  /** The bundle's text. */
  public String toText() {
    ObjectNode bundle = JSON.createObjectNode().put("format", FORMAT);
    ArrayNode list = bundle.putArray("keys");
    for (VerifyingKey key : keys) {
      list.addObject()
          .put("fingerprint", key.fingerprint())
          .put("ed25519", Base64.getEncoder().encodeToString(key.toBytes()));
    }
    return bundle.toPrettyString() + "\n";
  }

  /** The bundle's text as bytes. */
  public byte[] toBytes() {
    return toText().getBytes(StandardCharsets.UTF_8);
  }
}
