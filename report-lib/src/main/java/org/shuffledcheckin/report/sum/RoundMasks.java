package org.shuffledcheckin.report.sum;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The masks of one round: each seed stands for a vector of 32-bit words. A report minus its mask is
 * a share that tells nothing without the seed, and the seed tells nothing without the share.
 *
 * <p>The mask is the AES-256-CTR key stream from counter zero, little-endian, under
 * HKDF-SHA256(seed, no salt, {@code "checkin/distributed/v1/mask"} and the round's context).
 * Guarantees that shares of uniform seeds cannot be told from uniform words as long as HMAC-SHA256
 * and AES are pseudo-random, and that a seed means something else in every context. Does not notice
 * a seed that is used twice. Keeps buffers, which hold secrets; not safe for several threads.
 */
public final class RoundMasks {
  /** Bytes of a seed. */
  public static final int SEED_BYTES = 32;

  private static final byte[] LABEL =
      "checkin/distributed/v1/mask".getBytes(StandardCharsets.US_ASCII);
  private static final String MAC = "HmacSHA256";
  private static final byte[] NO_SALT = new byte[32];
  private static final int CHUNK = 2048;
  // The plaintext whose encryption is the key stream; never written.
  private static final byte[] ZEROS = new byte[CHUNK * Integer.BYTES];

  private final byte[] info;
  private final Mac mac;
  private final Cipher cipher;
  private final byte[] keyStream = new byte[ZEROS.length];
  private final IntBuffer keyStreamWords =
      ByteBuffer.wrap(keyStream).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
  private final int[] mask = new int[CHUNK];
  private final int[] chunk = new int[CHUNK];

  /**
   * Prepares the masks of a round.
   *
   * @param context what makes the round unlike any other, of one length for all rounds
   */
  public RoundMasks(byte[] context) {
    info = Arrays.copyOf(LABEL, LABEL.length + context.length + 1);
    System.arraycopy(context, 0, info, LABEL.length, context.length);
    // The number of HKDF's only block.
    info[info.length - 1] = 1;
    try {
      mac = Mac.getInstance(MAC);
      cipher = Cipher.getInstance("AES/CTR/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime offers no HMAC-SHA256 or AES-CTR", e);
    }
  }

  /** Replaces a report by its share: subtracts the seed's mask from the words that fill it. */
  public void subtractFrom(byte[] report, byte[] seed) {
    if (report.length % Integer.BYTES != 0) {
      throw new IllegalArgumentException(
          "report must be of whole words but has " + report.length + " bytes");
    }
    start(seed);
    IntBuffer words = ByteBuffer.wrap(report).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
    for (int from = 0; from < words.limit(); from += CHUNK) {
      int count = Math.min(CHUNK, words.limit() - from);
      next(count);
      words.get(from, chunk, 0, count);
      for (int i = 0; i < count; i++) {
        chunk[i] -= mask[i];
      }
      words.put(from, chunk, 0, count);
    }
  }

  /** Adds the seed's mask to a sum. */
  public void addTo(WordSum sum, byte[] seed) {
    start(seed);
    for (int from = 0; from < sum.dimension(); from += CHUNK) {
      int count = Math.min(CHUNK, sum.dimension() - from);
      next(count);
      sum.add(mask, from, count);
    }
  }

  /** The AES key that a seed stands for, for those who compare implementations. */
  public byte[] key(byte[] seed) {
    if (seed.length != SEED_BYTES) {
      throw new IllegalArgumentException(
          "seed must have " + SEED_BYTES + " bytes but has " + seed.length);
    }
    return hmac(hmac(NO_SALT, seed), info);
  }

  private byte[] hmac(byte[] key, byte[] data) {
    try {
      mac.init(new SecretKeySpec(key, MAC));
      return mac.doFinal(data);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HMAC-SHA256 refused a key of 32 bytes", e);
    }
  }

  private void start(byte[] seed) {
    try {
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(key(seed), "AES"),
          new IvParameterSpec(new byte[16]));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime offers no AES-256 in counter mode", e);
    }
  }

  private void next(int count) {
    try {
      int bytes = count * Integer.BYTES;
      int written = cipher.update(ZEROS, 0, bytes, keyStream, 0);
      if (written != bytes) {
        throw new IllegalStateException("AES-CTR gave " + written + " bytes instead of " + bytes);
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-CTR wrote more than it read", e);
    }
    keyStreamWords.get(0, mask, 0, count);
  }
}
