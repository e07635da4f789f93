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
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.signing.SignedRound;
import org.shuffledcheckin.kit.signing.VectorSignature;

/**
 * Writes the vectors' bytes anew after a change of the wire: from the fields of every message, with
 * the first message as the round that all others speak of. The argument is {@code vectors.json}.
 */
final class VectorsWriter {
  private static final HexFormat HEX = HexFormat.of();
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonNode vectors;
  private final Announcement round;
  private byte[] sealed;
  private SignedRound signed;

  private VectorsWriter(JsonNode vectors) throws Exception {
    this.vectors = vectors;
    this.round = Announcement.parse(serialise(vectors.get("messages").get(0)));
  }

  public static void main(String[] arguments) throws Exception {
    Path file = Path.of(arguments[0]);
    VectorsWriter writer = new VectorsWriter(JSON.readTree(Files.readString(file)));
    writer.seal((ObjectNode) writer.vectors.get("sealed_report"));
    writer.sign(
        (ObjectNode) writer.vectors.get("signed_round"),
        writer.chain(writer.vectors.get("ledger")));
    for (JsonNode message : writer.vectors.get("messages")) {
      writer.replace(message.get("fields"));
      ((ObjectNode) message).put("bytes", HEX.formatHex(serialise(message)));
    }
    Files.writeString(
        file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(writer.vectors) + "\n");
  }

  private void seal(ObjectNode vector) {
    sealed = new ReportSealer(round).seal(HEX.parseHex(vector.get("report").asText()));
    vector.put("parameters", HEX.formatHex(round.toBytes()));
    vector.put("info", HEX.formatHex(ReportContext.info(round)));
    vector.put("sealed", HEX.formatHex(sealed));
  }

  /** The last entry charges the round. */
  private Head chain(JsonNode ledger) {
    ArrayNode entries = (ArrayNode) ledger.get("entries");
    ((ObjectNode) entries.get(entries.size() - 1)).put("parameters", round.digest().toString());
    Head head = LedgerChain.genesis(RoundId.Run.of(HEX.parseHex(ledger.get("run").asText())));
    for (JsonNode entry : entries) {
      head = LedgerChain.extend(head, link(entry));
      ((ObjectNode) entry).put("head", head.hash().toString());
    }
    return head;
  }

  private void sign(ObjectNode vector, Head head) throws Exception {
    signed = VectorSignature.sign(HEX.parseHex(vector.get("private_key").asText()), round, head);
    vector.put("parameters", HEX.formatHex(round.toBytes()));
    vector.put("sequence", head.sequence());
    vector.put("head", head.hash().toString());
    vector.put("message", HEX.formatHex(VectorSignature.message(signed)));
    vector.put("signature", HEX.formatHex(signed.signature()));
  }

  static Link link(JsonNode entry) {
    return Link.of(
        entry.get("sequence").asLong(),
        Digest.sha256(HEX.parseHex(entry.get("entry").asText())),
        Digest.fromHex(entry.get("parameters").asText()));
  }

  private void replace(JsonNode node) {
    if (node.has("signature")) {
      put(node, "parameters", round.toBytes());
      put(node, "signature", signed.signature());
      put(node.get("ledger"), "head", signed.ledger().hash().toBytes());
    }
    if (node.has("parameters_sha256")) {
      int index = node.get("sequence").asInt() - 1;
      Link link = link(vectors.get("ledger").get("entries").get(index));
      put(node, "entry_sha256", link.entry().toBytes());
      put(node, "parameters_sha256", link.parameters().orElseThrow().toBytes());
    }
    if (node.has("sealed_reports")) {
      ((ObjectNode) node).putArray("sealed_reports").add(base64(sealed));
    }
    node.forEach(this::replace);
  }

  private static void put(JsonNode node, String field, byte[] bytes) {
    ((ObjectNode) node).put(field, base64(bytes));
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
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
