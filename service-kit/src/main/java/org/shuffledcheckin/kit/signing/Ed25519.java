package org.shuffledcheckin.kit.signing;

import com.google.crypto.tink.signature.Ed25519Parameters;
import com.google.crypto.tink.signature.SignatureConfig;
import java.security.GeneralSecurityException;

/** The one signature scheme of the protocol, through Tink: plain RFC 8032, without a prefix. */
final class Ed25519 {
  static final Ed25519Parameters SCHEME = scheme();

  private Ed25519() {}

  private static Ed25519Parameters scheme() {
    try {
      SignatureConfig.register();
      return Ed25519Parameters.create(Ed25519Parameters.Variant.NO_PREFIX);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Ed25519 is not available on this platform", e);
    }
  }
}
