package org.shuffledcheckin.aggregator.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Floats as IEEE 754 binary32, little-endian: the order they also have on the wire. */
public final class Floats {
  private Floats() {}

  /** The bytes of numbers. */
  public static byte[] toBytes(float[] values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.multiplyExact(values.length, Float.BYTES))
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return bytes.array();
  }

  static float[] fromBytes(byte[] bytes) {
    float[] values = new float[bytes.length / Float.BYTES];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
    return values;
  }
}
