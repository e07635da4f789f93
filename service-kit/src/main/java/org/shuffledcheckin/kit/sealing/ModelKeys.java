package org.shuffledcheckin.kit.sealing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.kit.files.AtomicFile;
import org.shuffledcheckin.kit.round.ModelKeyId;

/**
 * The model keys that an aggregator or a client holds: the aggregator seals with the first, clients
 * open with whichever a round names.
 *
 * @param keys newest first; none where models travel in the clear
 */
public record ModelKeys(List<ModelKey> keys) {
  /** No key: models that are sealed cannot be read. */
  public static final ModelKeys NONE = new ModelKeys(List.of());

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FORMAT = "checkin/v1/model-keys";
  private static final int MOST_KEYS = 16;

  /** Validates the number of keys. */
  public ModelKeys {
    keys = List.copyOf(keys);
    if (keys.size() > MOST_KEYS) {
      throw new IllegalArgumentException(
          "model keys must be at most %d but are %d".formatted(MOST_KEYS, keys.size()));
    }
  }

  /**
   * Reads keys from a file.
   *
   * @throws IllegalArgumentException that names the file, if it cannot be read or holds none
   */
  public static ModelKeys read(Path file) {
    try {
      JsonNode content = JSON.readTree(Files.readString(file));
      if (content == null || !content.path("format").asText().equals(FORMAT)) {
        throw new IllegalArgumentException("it must have the format " + FORMAT);
      }
      List<ModelKey> keys = new ArrayList<>();
      for (JsonNode key : content.path("keys")) {
        keys.add(ModelKey.of(Base64.getDecoder().decode(key.asText())));
      }
      if (keys.isEmpty()) {
        throw new IllegalArgumentException("it names no key");
      }
      return new ModelKeys(keys);
    } catch (JsonProcessingException e) {
      throw unreadable(file, "it must be JSON text", e);
    } catch (IOException e) {
      throw unreadable(file, e.getClass().getSimpleName() + ": " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw unreadable(file, e.getMessage(), e);
    }
  }

  private static IllegalArgumentException unreadable(Path file, String why, Exception cause) {
    return new IllegalArgumentException(
        "no model keys can be read from %s (%s); 'checkin keys' makes them".formatted(file, why),
        cause);
  }

  /** Writes the keys to a file that only its owner can read. */
  public void write(Path file) throws IOException {
    ObjectNode content = JSON.createObjectNode().put("format", FORMAT);
    ArrayNode list = content.putArray("keys");
    keys.forEach(key -> list.add(Base64.getEncoder().encodeToString(key.toBytes())));
    byte[] text = (content.toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8);
    AtomicFile.replacePrivately(file, text);
  }

  /** The key that models are sealed with, if any. */
  public Optional<ModelKey> newest() {
    return keys.stream().findFirst();
  }

  /** The key of this name, if it is held. */
  public Optional<ModelKey> find(ModelKeyId id) {
    return keys.stream().filter(key -> key.id().equals(id)).findFirst();
  }
}
