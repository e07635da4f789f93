package org.shuffledcheckin.kit.sealing;

import com.google.crypto.tink.AccessesPartialKey;
import com.google.crypto.tink.HybridEncrypt;
import com.google.crypto.tink.util.Bytes;
import java.security.GeneralSecurityException;
import org.shuffledcheckin.kit.round.Announcement;

/**
 * Seals the reports of one round for the aggregator that holds the round's key. Guarantees that
 * nobody else learns more than a report's length, and that it opens in this round only. Does not
 * authenticate who sealed it: that is the shuffler's part. Safe for use by several threads.
 */
public final class ReportSealer {
  private final HybridEncrypt encrypt;
  private final byte[] info;
  private final int reportBytes;

  /**
   * Prepares sealing for an announced round.
   *
   * @throws IllegalArgumentException if the announced key is not usable
   */
  @AccessesPartialKey
  public ReportSealer(Announcement round) {
    try {
      encrypt =
          Hpke.primitive(
              com.google.crypto.tink.hybrid.HpkePublicKey.create(
                  Hpke.SUITE,
                  Bytes.copyFrom(round.terms().report().hpkePublicKey().toBytes()),
                  null),
              HybridEncrypt.class);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("the round's HPKE public key is not usable", e);
    }
    info = ReportContext.info(round);
    reportBytes = round.terms().reportBytes();
  }

  /** Seals one report of exactly the announced length. */
  public byte[] seal(byte[] report) {
    if (report.length != reportBytes) {
      throw new IllegalArgumentException(
          "report must be " + reportBytes + " bytes but has " + report.length);
    }
    try {
      return encrypt.encrypt(report, info);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("sealing failed", e);
    }
  }
}
