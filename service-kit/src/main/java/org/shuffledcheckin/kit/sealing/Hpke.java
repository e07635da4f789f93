package org.shuffledcheckin.kit.sealing;

import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.hybrid.HpkeParameters;
import com.google.crypto.tink.hybrid.HpkeParameters.AeadId;
import com.google.crypto.tink.hybrid.HpkeParameters.KdfId;
import com.google.crypto.tink.hybrid.HpkeParameters.KemId;
import com.google.crypto.tink.hybrid.HpkeParameters.Variant;
import com.google.crypto.tink.hybrid.HybridConfig;
import java.security.GeneralSecurityException;
import java.security.Security;
import org.conscrypt.Conscrypt;

/** The one HPKE suite of the protocol, through Tink, on native code where that loads. */
final class Hpke {
  static final HpkeParameters SUITE = suite();

  private Hpke() {}

  static <P> P primitive(com.google.crypto.tink.Key key, Class<P> type)
      throws GeneralSecurityException {
    return KeysetHandle.newBuilder()
        .addEntry(KeysetHandle.importKey(key).withRandomId().makePrimary())
        .build()
        .getPrimitive(RegistryConfiguration.get(), type);
  }

  private static HpkeParameters suite() {
    try {
      if (Conscrypt.isAvailable() && Security.getProvider("Conscrypt") == null) {
        // Last in the list: Tink asks for it by name, and nobody else's choice changes.
        Security.addProvider(Conscrypt.newProvider());
      }
      HybridConfig.register();
      return HpkeParameters.builder()
          .setKemId(KemId.DHKEM_X25519_HKDF_SHA256)
          .setKdfId(KdfId.HKDF_SHA256)
          .setAeadId(AeadId.AES_128_GCM)
          .setVariant(Variant.NO_PREFIX)
          .build();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HPKE is not available on this platform", e);
    }
  }
}
