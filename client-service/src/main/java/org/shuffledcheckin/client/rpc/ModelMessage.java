package org.shuffledcheckin.client.rpc;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.shuffledcheckin.client.training.TrainingModel;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.proto.v1.Model;

/** A serialised model, read without trusting a word of it. */
public final class ModelMessage {
  private final String architecture;
  private final ByteString parameters;

  private ModelMessage(String architecture, ByteString parameters) {
    this.architecture = architecture;
    this.parameters = parameters;
  }

  /**
   * Reads a serialised model.
   *
   * @throws IllegalArgumentException if it is not one, or too large
   */
  public static ModelMessage parse(byte[] bytes) {
    Model wire;
    try {
      wire = Model.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("model is not a valid message", e);
    }
    requireBetween(
        "architecture bytes", wire.getArchitectureBytes().size(), 0, WireLimits.ARCHITECTURE_BYTES);
    if (wire.getParameters().size() % Float.BYTES != 0) {
      throw new IllegalArgumentException(
          "parameters must be whole floats but have " + wire.getParameters().size() + " bytes");
    }
    return new ModelMessage(wire.getArchitecture(), wire.getParameters());
  }

  /** Hash of the architecture's text, by which a client may pin it. */
  public Digest architectureDigest() {
    return Digest.sha256(architecture.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The architecture.
   *
   * @throws IllegalArgumentException if its text is malformed or asks for too much
   */
  public ModelSpec spec() {
    return ModelSpec.parse(architecture);
  }

  /**
   * The model.
   *
   * @throws IllegalArgumentException if the parameters are not finite or of another number
   */
  public TrainingModel model(ModelSpec spec) {
    float[] values = new float[parameters.size() / Float.BYTES];
    parameters.asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
    return new TrainingModel(spec, values);
  }
}
