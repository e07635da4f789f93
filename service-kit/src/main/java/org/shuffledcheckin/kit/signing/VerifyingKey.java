package org.shuffledcheckin.kit.signing;

import com.google.crypto.tink.AccessesPartialKey;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.PublicKeyVerify;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.signature.Ed25519PublicKey;
import com.google.crypto.tink.util.Bytes;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import org.shuffledcheckin.kit.round.Digest;

/** The public half of a key that signs rounds: 32 bytes that compare by content. */
public final class VerifyingKey {
  /** Length in bytes. */
  public static final int BYTES = 32;

  private static final int FINGERPRINT_BYTES = 8;

  private final Bytes value;
  private final PublicKeyVerify verify;

  private VerifyingKey(Bytes value, PublicKeyVerify verify) {
    this.value = value;
    this.verify = verify;
  }

  /**
   * Takes a key from its 32 bytes.
   *
   * @throws IllegalArgumentException if they are no key
   */
  @AccessesPartialKey
  public static VerifyingKey of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "verifying key must be " + BYTES + " bytes but has " + bytes.length);
    }
    Bytes value = Bytes.copyFrom(bytes);
    try {
      Ed25519PublicKey key = Ed25519PublicKey.create(Ed25519.SCHEME.getVariant(), value, null);
      PublicKeyVerify verify =
          KeysetHandle.newBuilder()
              .addEntry(KeysetHandle.importKey(key).withRandomId().makePrimary())
              .build()
              .getPrimitive(RegistryConfiguration.get(), PublicKeyVerify.class);
      return new VerifyingKey(value, verify);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("verifying key is not usable", e);
    }
  }

  /** Whether this key's private half signed the round. */
  public boolean verifies(SignedRound round) {
    try {
      verify.verify(round.signature(), round.message());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /** A copy of the 32 bytes. */
  public byte[] toBytes() {
    return value.toByteArray();
  }

  /** What people call the key: the first 16 hexadecimal digits of its hash. */
  public String fingerprint() {
    return HexFormat.of()
        .formatHex(Digest.sha256(value.toByteArray()).toBytes(), 0, FINGERPRINT_BYTES);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VerifyingKey key && value.equals(key.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return fingerprint();
  }
}
