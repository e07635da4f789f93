package org.shuffledcheckin.kit.sealing;

import com.google.crypto.tink.AccessesPartialKey;
import com.google.crypto.tink.DeterministicAead;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.daead.AesSivKey;
import com.google.crypto.tink.daead.AesSivParameters;
import com.google.crypto.tink.daead.DeterministicAeadConfig;
import com.google.crypto.tink.util.SecretBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.ModelKeyId;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * The key under which models travel to clients, so that the shuffler relays what it cannot read.
 * Held by the aggregator and by every client, and by nobody else: it reaches clients with the
 * bundle, never through the shuffler. Guarantees nothing against a shuffler that also runs a
 * client.
 *
 * <p>Sealing is deterministic (AES-SIV): a round's model has one sealed form, and equal models of
 * different rounds do not look alike. Safe for use by several threads.
 */
public final class ModelKey {
  /** Length of a key. */
  public static final int BYTES = 64;

  private static final byte[] CONTEXT = "checkin/v1/model".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NAMED = "checkin/v1/model-key".getBytes(StandardCharsets.US_ASCII);

  private final byte[] secret;
  private final DeterministicAead cipher;
  private final ModelKeyId id;

  private ModelKey(byte[] secret) {
    this.secret = secret;
    this.cipher = cipher(secret);
    byte[] digest =
        Digest.sha256(ByteBuffer.allocate(NAMED.length + BYTES).put(NAMED).put(secret).array())
            .toBytes();
    this.id = ModelKeyId.of(Arrays.copyOf(digest, ModelKeyId.BYTES));
  }

  /** Draws a key. */
  public static ModelKey generate(SecureRandom random) {
    byte[] secret = new byte[BYTES];
    random.nextBytes(secret);
    return new ModelKey(secret);
  }

  /**
   * Takes a key back from its bytes.
   *
   * @throws IllegalArgumentException if they are of another length
   */
  public static ModelKey of(byte[] secret) {
    if (secret.length != BYTES) {
      throw new IllegalArgumentException(
          "a model key must have %d bytes but has %d".formatted(BYTES, secret.length));
    }
    return new ModelKey(secret.clone());
  }

  /** The key's bytes, for the bundle of clients and the aggregator's own folder. */
  public byte[] toBytes() {
    return secret.clone();
  }

  /** What rounds call it. */
  public ModelKeyId id() {
    return id;
  }

  /** The one sealed form of a round's model. */
  public byte[] seal(RoundId round, byte[] model) {
    try {
      return cipher.encryptDeterministically(model, context(round));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a model could not be sealed", e);
    }
  }

  /** The model, or nothing if it was not sealed for this round under this key. */
  public Optional<byte[]> open(RoundId round, byte[] sealed) {
    try {
      return Optional.of(cipher.decryptDeterministically(sealed, context(round)));
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }

  private static byte[] context(RoundId round) {
    return ByteBuffer.allocate(CONTEXT.length + RoundId.Run.BYTES + Long.BYTES)
        .put(CONTEXT)
        .put(round.run().toBytes())
        .putLong(round.number())
        .array();
  }

  @AccessesPartialKey
  private static DeterministicAead cipher(byte[] secret) {
    try {
      DeterministicAeadConfig.register();
      AesSivKey key =
          AesSivKey.builder()
              .setParameters(
                  AesSivParameters.builder()
                      .setKeySizeBytes(BYTES)
                      .setVariant(AesSivParameters.Variant.NO_PREFIX)
                      .build())
              .setKeyBytes(SecretBytes.copyFrom(secret, InsecureSecretKeyAccess.get()))
              .build();
      return KeysetHandle.newBuilder()
          .addEntry(KeysetHandle.importKey(key).withRandomId().makePrimary())
          .build()
          .getPrimitive(RegistryConfiguration.get(), DeterministicAead.class);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-SIV is not available on this platform", e);
    }
  }

  @Override
  public String toString() {
    return "model key " + id;
  }
}
