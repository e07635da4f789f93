package org.shuffledcheckin.aggregator.round;

import com.google.crypto.tink.AccessesPartialKey;
import com.google.crypto.tink.HybridEncrypt;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.hybrid.HpkeParameters;
import com.google.crypto.tink.hybrid.HpkePublicKey;
import com.google.crypto.tink.util.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import org.shuffledcheckin.kit.round.Announcement;

/** Seals as the specification says, but without the sealer's check of the length. */
final class AnyLengthSealer {
  private AnyLengthSealer() {}

  @AccessesPartialKey
  static byte[] seal(Announcement round, byte[] report) {
    byte[] label = "checkin/v1/report".getBytes(StandardCharsets.US_ASCII);
    byte[] info =
        ByteBuffer.allocate(label.length + 16 + 8 + 64)
            .put(label)
            .put(round.terms().id().run().toBytes())
            .putLong(round.terms().id().number())
            .put(round.terms().model().sha256().toBytes())
            .put(round.digest().toBytes())
            .array();
    try {
      HpkeParameters suite =
          HpkeParameters.builder()
              .setKemId(HpkeParameters.KemId.DHKEM_X25519_HKDF_SHA256)
              .setKdfId(HpkeParameters.KdfId.HKDF_SHA256)
              .setAeadId(HpkeParameters.AeadId.AES_128_GCM)
              .setVariant(HpkeParameters.Variant.NO_PREFIX)
              .build();
      HpkePublicKey key =
          HpkePublicKey.create(
              suite, Bytes.copyFrom(round.terms().report().hpkePublicKey().toBytes()), null);
      return KeysetHandle.newBuilder()
          .addEntry(KeysetHandle.importKey(key).withRandomId().makePrimary())
          .build()
          .getPrimitive(RegistryConfiguration.get(), HybridEncrypt.class)
          .encrypt(report, info);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
