package org.shuffledcheckin.kit.sealing;

import com.google.crypto.tink.AccessesPartialKey;
import com.google.crypto.tink.HybridDecrypt;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.hybrid.HpkePrivateKey;
import com.google.crypto.tink.util.SecretBytes;
import java.security.GeneralSecurityException;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.HpkePublicKey;

/**
 * The aggregator's HPKE key pair for one round. The private half must be destroyed, wherever it was
 * written, when the round is committed or discarded.
 */
public final class RoundKey {
  private final HpkePrivateKey key;

  private RoundKey(HpkePrivateKey key) {
    this.key = key;
  }

  /** Draws a fresh key pair. */
  public static RoundKey generate() {
    try {
      KeysetHandle handle =
          KeysetHandle.newBuilder()
              .addEntry(
                  KeysetHandle.generateEntryFromParameters(Hpke.SUITE).withRandomId().makePrimary())
              .build();
      return new RoundKey((HpkePrivateKey) handle.getPrimary().getKey());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("no HPKE key pair could be made", e);
    }
  }

  /** Takes a key pair back from its halves, as {@link #exportSecret} wrote the private one. */
  @AccessesPartialKey
  public static RoundKey restore(HpkePublicKey publicKey, byte[] secret) {
    try {
      return new RoundKey(
          HpkePrivateKey.create(
              com.google.crypto.tink.hybrid.HpkePublicKey.create(
                  Hpke.SUITE,
                  com.google.crypto.tink.util.Bytes.copyFrom(publicKey.toBytes()),
                  null),
              SecretBytes.copyFrom(secret, InsecureSecretKeyAccess.get())));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("the stored round key is damaged", e);
    }
  }

  /** The half that is announced. */
  @AccessesPartialKey
  public HpkePublicKey publicKey() {
    return HpkePublicKey.of(key.getPublicKey().getPublicKeyBytes().toByteArray());
  }

  /** The private half, 32 bytes, for the aggregator's own store and nothing else. */
  @AccessesPartialKey
  public byte[] exportSecret() {
    return key.getPrivateKeyBytes().toByteArray(InsecureSecretKeyAccess.get());
  }

  /** Prepares opening for the round that announced this key. */
  public ReportOpener opener(Announcement round) {
    if (!round.terms().report().hpkePublicKey().equals(publicKey())) {
      throw new IllegalArgumentException("round " + round.terms().id() + " announced another key");
    }
    try {
      return new ReportOpener(Hpke.primitive(key, HybridDecrypt.class), ReportContext.info(round));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the round key is not usable", e);
    }
  }
}
