package org.shuffledcheckin.kit.round;

import java.util.Arrays;
import java.util.HexFormat;

/** An X25519 public key: 32 bytes that compare by content. */
public final class HpkePublicKey {
  /** Length in bytes. */
  public static final int BYTES = 32;

  private final byte[] value;

  private HpkePublicKey(byte[] value) {
    this.value = value;
  }

  /** Takes a key from its 32 bytes. */
  public static HpkePublicKey of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "HPKE public key must be " + BYTES + " bytes but has " + bytes.length);
    }
    return new HpkePublicKey(bytes.clone());
  }

  /** A copy of the 32 bytes. */
  public byte[] toBytes() {
    return value.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HpkePublicKey key && Arrays.equals(value, key.value);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(value);
  }

  /** Lower-case hexadecimal; a public key is no secret. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(value);
  }
}
