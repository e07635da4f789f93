package org.shuffledcheckin.aggregator.rpc;

import com.google.protobuf.UnsafeByteOperations;
import java.nio.charset.StandardCharsets;
import org.shuffledcheckin.aggregator.model.ModelFormat;
import org.shuffledcheckin.aggregator.store.Floats;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.proto.v1.Model;

/** Models as {@code checkin.v1.Model} messages. */
public final class WireModel implements ModelFormat {
  @Override
  public byte[] serialise(String architecture, float[] parameters) {
    int length = architecture.getBytes(StandardCharsets.UTF_8).length;
    if (length > WireLimits.ARCHITECTURE_BYTES) {
      throw new IllegalArgumentException(
          "architecture must be at most %d bytes but has %d"
              .formatted(WireLimits.ARCHITECTURE_BYTES, length));
    }
    return Model.newBuilder()
        .setArchitecture(architecture)
        // These bytes are this method's own and never written again.
        .setParameters(UnsafeByteOperations.unsafeWrap(Floats.toBytes(parameters)))
        .build()
        .toByteArray();
  }
}
