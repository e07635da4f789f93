package org.shuffledcheckin.kit.sealing;

import com.google.crypto.tink.HybridDecrypt;
import java.security.GeneralSecurityException;
import java.util.Optional;

/** Opens the sealed reports of one round. Safe for use by several threads. */
public final class ReportOpener {
  private final HybridDecrypt decrypt;
  private final byte[] info;

  ReportOpener(HybridDecrypt decrypt, byte[] info) {
    this.decrypt = decrypt;
    this.info = info;
  }

  /** The report, or nothing if it was not sealed for this round or was changed on its way. */
  public Optional<byte[]> open(byte[] sealedReport) {
    try {
      return Optional.of(decrypt.decrypt(sealedReport, info));
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }
}
