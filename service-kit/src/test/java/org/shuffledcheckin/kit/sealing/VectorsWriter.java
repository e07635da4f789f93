package org.shuffledcheckin.kit.sealing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import org.shuffledcheckin.kit.round.Announcement;

/**
 * Writes the vectors' bytes anew after a change of the wire: from the fields of every message, with
 * the first message as the round that all others speak of. The argument is {@code vectors.json}.
 */
final class VectorsWriter {
  private static final HexFormat HEX = HexFormat.of();
  private static final ObjectMapper JSON = new ObjectMapper();

  private VectorsWriter() {}

  public static void main(String[] arguments) throws Exception {
    Path file = Path.of(arguments[0]);
    JsonNode vectors = JSON.readTree(Files.readString(file));
    ArrayNode messages = (ArrayNode) vectors.get("messages");
    byte[] parameters = serialise(messages.get(0));
    byte[] sealed = seal((ObjectNode) vectors.get("sealed_report"), parameters);
    for (JsonNode message : messages) {
      replace(message.get("fields"), parameters, sealed);
      ((ObjectNode) message).put("bytes", HEX.formatHex(serialise(message)));
    }
    Files.writeString(
        file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(vectors) + "\n");
  }

  private static byte[] seal(ObjectNode vector, byte[] parameters) {
    Announcement round = Announcement.parse(parameters);
    byte[] sealed = new ReportSealer(round).seal(HEX.parseHex(vector.get("report").asText()));
    vector.put("parameters", HEX.formatHex(parameters));
    vector.put("info", HEX.formatHex(ReportContext.info(round)));
    vector.put("sealed", HEX.formatHex(sealed));
    return sealed;
  }

  private static void replace(JsonNode node, byte[] parameters, byte[] sealed) {
    if (node.has("parameters") && !node.has("architecture")) {
      ((ObjectNode) node).put("parameters", Base64.getEncoder().encodeToString(parameters));
    }
    if (node.has("sealed_reports")) {
      ((ObjectNode) node)
          .putArray("sealed_reports")
          .add(Base64.getEncoder().encodeToString(sealed));
    }
    node.forEach(child -> replace(child, parameters, sealed));
  }

  private static byte[] serialise(JsonNode vector)
      throws ReflectiveOperationException, IOException {
    String type = "org.shuffledcheckin.proto.v1." + vector.get("message").asText().substring(11);
    Message.Builder message =
        (Message.Builder) Class.forName(type).getMethod("newBuilder").invoke(null);
    JsonFormat.parser().merge(vector.get("fields").toString(), message);
    return message.build().toByteArray();
  }
}
