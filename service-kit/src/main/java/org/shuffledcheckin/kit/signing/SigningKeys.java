package org.shuffledcheckin.kit.signing;

import com.google.crypto.tink.AccessesPartialKey;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.PublicKeySign;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.signature.Ed25519PrivateKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.shuffledcheckin.kit.files.AtomicFile;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Announcement;

/**
 * The long-term keys of the aggregator's operator, one of which signs. A key is rotated without a
 * round lost: {@link #withNewKey} adds one, the bundle with both goes to everybody, {@link
 * #signing} makes the new one sign, {@link #without} forgets the old. Immutable; kept in a file
 * that only its owner may read.
 */
public final class SigningKeys {
  private final KeysetHandle keys;
  private final PublicKeySign sign;

  private SigningKeys(KeysetHandle keys) {
    this.keys = keys;
    try {
      this.sign = keys.getPrimitive(RegistryConfiguration.get(), PublicKeySign.class);
      // Fails here, and not at the first round, where a file holds keys of another kind.
      VerifyingKeys unused = verifyingKeys();
    } catch (GeneralSecurityException | ClassCastException e) {
      throw new IllegalArgumentException("these are not keys that sign rounds", e);
    }
  }

  /** Draws a first key. */
  public static SigningKeys generate() {
    return built(KeysetHandle.newBuilder().addEntry(fresh().makePrimary()));
  }

  /**
   * Reads keys from their file.
   *
   * @throws IOException if it cannot be read or holds something else
   */
  public static SigningKeys read(Path file) throws IOException {
    // The scheme must be registered before a stored key is asked to sign.
    Objects.requireNonNull(Ed25519.SCHEME, "scheme");
    try {
      return new SigningKeys(
          TinkJsonProtoKeysetFormat.parseKeyset(
              Files.readString(file), RegistryConfiguration.get(), InsecureSecretKeyAccess.get()));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IOException("no signing keys can be read from " + file, e);
    }
  }

  /** Writes the keys to a file that only its owner may read; durable on return. */
  public void write(Path file) throws IOException {
    try {
      String text =
          TinkJsonProtoKeysetFormat.serializeKeyset(
              keys, RegistryConfiguration.get(), InsecureSecretKeyAccess.get());
      AtomicFile.replacePrivately(file, text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("signing keys cannot be written as text", e);
    }
  }

  /**
   * Signs a round together with the ledger head that charges it. The same input, the same bytes.
   */
  public SignedRound sign(Announcement round, Head ledger) {
    try {
      return new SignedRound(round, ledger, sign.sign(SignedRound.message(round, ledger)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("signing failed", e);
    }
  }

  /** These keys and a fresh one, which does not sign yet. */
  public SigningKeys withNewKey() {
    return built(KeysetHandle.newBuilder(keys).addEntry(fresh()));
  }

  /**
   * These keys, signing with another one.
   *
   * @throws IllegalArgumentException if none has this fingerprint
   */
  public SigningKeys signing(String fingerprint) {
    KeysetHandle.Builder builder = KeysetHandle.newBuilder(keys);
    builder.getAt(indexOf(fingerprint)).makePrimary();
    return built(builder);
  }

  /**
   * These keys without one that does not sign.
   *
   * @throws IllegalArgumentException if none has this fingerprint, or it is the one that signs
   */
  public SigningKeys without(String fingerprint) {
    int index = indexOf(fingerprint);
    if (keys.getAt(index).isPrimary()) {
      throw new IllegalArgumentException(
          "key " + fingerprint + " signs; let another one sign before it is forgotten");
    }
    return built(KeysetHandle.newBuilder(keys).deleteAt(index));
  }

  /** The public halves, the signing one's first. */
  public VerifyingKeys verifyingKeys() {
    List<VerifyingKey> all = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      all.add(keys.getAt(i).isPrimary() ? 0 : all.size(), publicHalf(i));
    }
    return new VerifyingKeys(all);
  }

  private int indexOf(String fingerprint) {
    for (int i = 0; i < keys.size(); i++) {
      if (publicHalf(i).fingerprint().equals(fingerprint)) {
        return i;
      }
    }
    throw new IllegalArgumentException("no signing key has the fingerprint " + fingerprint);
  }

  @AccessesPartialKey
  private VerifyingKey publicHalf(int index) {
    Ed25519PrivateKey key = (Ed25519PrivateKey) keys.getAt(index).getKey();
    return VerifyingKey.of(key.getPublicKey().getPublicKeyBytes().toByteArray());
  }

  private static KeysetHandle.Builder.Entry fresh() {
    return KeysetHandle.generateEntryFromParameters(Ed25519.SCHEME).withRandomId();
  }

  private static SigningKeys built(KeysetHandle.Builder keys) {
    try {
      return new SigningKeys(keys.build());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("no signing key could be made", e);
    }
  }
}
