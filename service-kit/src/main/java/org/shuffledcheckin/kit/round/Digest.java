package org.shuffledcheckin.kit.round;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** A SHA-256 value: 32 bytes that compare by content. */
public final class Digest {
  /** Length in bytes. */
  public static final int BYTES = 32;

  private final byte[] value;

  private Digest(byte[] value) {
    this.value = value;
  }

  /** Takes a digest from its 32 bytes. */
  public static Digest of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "digest must be " + BYTES + " bytes but has " + bytes.length);
    }
    return new Digest(bytes.clone());
  }

  /** Reads a digest from 64 hexadecimal digits. */
  public static Digest fromHex(String hex) {
    return of(HexFormat.of().parseHex(hex));
  }

  /** Hashes the concatenation of the parts. */
  public static Digest sha256(byte[]... parts) {
    MessageDigest hash = newSha256();
    for (byte[] part : parts) {
      hash.update(part);
    }
    return new Digest(hash.digest());
  }

  /** A fresh SHA-256, for input that comes in pieces; end it with {@link #of}. */
  public static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** A copy of the 32 bytes. */
  public byte[] toBytes() {
    return value.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Digest digest && MessageDigest.isEqual(value, digest.value);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(value);
  }

  /** Lower-case hexadecimal. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(value);
  }
}
