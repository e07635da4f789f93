package org.shuffledcheckin.report.noise;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.util.random.RandomGenerator;
import javax.crypto.Cipher;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The AES-256-CTR key stream of one key, read as random bits.
 *
 * <p>The counter starts at zero, which is sound because no key is used for two streams. Words are
 * little-endian, so a stream means the same numbers on every machine. Not safe for several threads.
 */
final class AesCtrStream implements RandomGenerator {
  static final int KEY_BYTES = 32;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int WORD_BUFFER_BYTES = 128;
  // The plaintext whose encryption is the key stream; never written.
  private static final byte[] ZEROS = new byte[8192];

  private final Cipher cipher;
  private final byte[] words = new byte[WORD_BUFFER_BYTES];
  private int position = WORD_BUFFER_BYTES;

  AesCtrStream(byte[] key) {
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException(
          "key must have " + KEY_BYTES + " bytes but has " + key.length);
    }
    try {
      cipher = Cipher.getInstance("AES/CTR/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[16]));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime offers no AES-256 in counter mode", e);
    }
  }

  @Override
  public long nextLong() {
    if (position == WORD_BUFFER_BYTES) {
      keyStream(words, 0, WORD_BUFFER_BYTES);
      position = 0;
    }
    long word = (long) LONGS.get(words, position);
    position += Long.BYTES;
    return word;
  }

  /**
   * Fills the array with the next bytes of the key stream. What {@link #nextLong} has buffered
   * stays for later calls of it: no byte of the stream is ever handed out twice.
   */
  @Override
  public void nextBytes(byte[] bytes) {
    for (int done = 0; done < bytes.length; ) {
      int step = Math.min(ZEROS.length, bytes.length - done);
      keyStream(bytes, done, step);
      done += step;
    }
  }

  private void keyStream(byte[] out, int offset, int length) {
    try {
      int written = cipher.update(ZEROS, 0, length, out, offset);
      if (written != length) {
        throw new IllegalStateException("AES-CTR gave " + written + " bytes instead of " + length);
      }
    } catch (ShortBufferException e) {
      throw new IllegalStateException("AES-CTR wrote more than it read", e);
    }
  }
}
