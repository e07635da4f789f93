package org.shuffledcheckin.proto.v1;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VectorsTest {
  private static final List<FileDescriptor> FILES =
      List.of(
          RoundProto.getDescriptor(),
          CheckinProto.getDescriptor(),
          ReleaseProto.getDescriptor(),
          OperatorProto.getDescriptor());

  static Stream<Named<JsonNode>> messages() throws IOException {
    try (InputStream in = RoundParameters.class.getResourceAsStream("/checkin/v1/vectors.json")) {
      JsonNode vectors = new ObjectMapper().readTree(in).get("messages");
      return StreamSupport.stream(vectors.spliterator(), false)
          .map(vector -> Named.of(vector.get("note").asText(), vector));
    }
  }

  @ParameterizedTest
  @MethodSource("messages")
  void bytes_parse_toTheFields(JsonNode vector) throws IOException {
    Message parsed = DynamicMessage.parseFrom(type(vector), bytes(vector));
    assertThat(parsed).isEqualTo(fields(vector));
    assertThat(parsed.getUnknownFields().asMap()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("messages")
  void fields_serialise_toTheBytes(JsonNode vector) throws IOException {
    assertThat(fields(vector).toByteArray()).isEqualTo(bytes(vector));
  }

  private static Message fields(JsonNode vector) throws IOException {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type(vector));
    JsonFormat.parser().merge(vector.get("fields").toString(), message);
    return message.build();
  }

  private static byte[] bytes(JsonNode vector) {
    return HexFormat.of().parseHex(vector.get("bytes").asText());
  }

  private static Descriptor type(JsonNode vector) {
    String name = vector.get("message").asText().replaceFirst("^checkin\\.v1\\.", "");
    return FILES.stream()
        .map(file -> file.findMessageTypeByName(name))
        .filter(descriptor -> descriptor != null)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no message " + name));
  }
}
