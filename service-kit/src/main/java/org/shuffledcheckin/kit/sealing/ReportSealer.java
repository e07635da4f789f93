package org.shuffledcheckin.kit.sealing;

import com.google.crypto.tink.AccessesPartialKey;
import com.google.crypto.tink.HybridEncrypt;
import com.google.crypto.tink.util.Bytes;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.report.sum.RoundMasks;

/**
 * Seals the reports of one round for the aggregator that holds the round's key. Guarantees that
 * nobody else learns more than a report's length, and that it opens in this round only. Does not
 * authenticate who sealed it: that is the shuffler's part. Safe for use by several threads.
 *
 * <p>Where only the sum of reports is seen, a report is split: a fresh seed is sealed, and the
 * report less the mask that grows from this seed goes beside it, as a share that tells nothing
 * without the seed. What is sent again must be the same bytes.
 */
public final class ReportSealer {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final HybridEncrypt encrypt;
  private final byte[] info;
  private final RoundTerms terms;

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
    terms = round.terms();
  }

  /** Seals one report of exactly the length that the randomiser gives it. */
  public byte[] seal(byte[] report) {
    int length = terms.randomizer().reportBytes();
    if (report.length != length) {
      throw new IllegalArgumentException(
          "report must be " + length + " bytes but has " + report.length);
    }
    return terms.isSummed() ? split(report) : encrypt(report);
  }

  /**
   * Tries the announced key: some are found bad only in use.
   *
   * @throws IllegalArgumentException if it is one
   */
  public void requireUsable() {
    try {
      byte[] unused = encrypt(new byte[1]);
    } catch (IllegalStateException e) {
      throw new IllegalArgumentException("the round's HPKE public key is not usable", e);
    }
  }

  private byte[] split(byte[] report) {
    byte[] seed = new byte[RoundMasks.SEED_BYTES];
    RANDOM.nextBytes(seed);
    byte[] share = report.clone();
    ReportContext.masks(terms).subtractFrom(share, seed);
    byte[] sealedSeed = encrypt(seed);
    byte[] message = Arrays.copyOf(share, share.length + sealedSeed.length);
    System.arraycopy(sealedSeed, 0, message, share.length, sealedSeed.length);
    return message;
  }

  private byte[] encrypt(byte[] content) {
    try {
      return encrypt.encrypt(content, info);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("sealing failed", e);
    }
  }
}
