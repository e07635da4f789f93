package org.shuffledcheckin.shuffler.round;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * Names the reports of one round by their senders, so that the shuffler, and nobody else, can tell
 * whose seed was struck. A name is the client's number under a key of the round's own (AES-128, a
 * permutation of blocks): who lacks the key sees random keys of reports, whose order is a random
 * permutation. The key lies in the round's spool and is forgotten with it. Not safe for several
 * threads.
 */
final class SenderNames {
  static final int BYTES = 16;

  private final byte[] secret;
  private final Cipher names;
  private final Cipher clients;

  SenderNames(byte[] secret) {
    this.secret = secret.clone();
    this.names = cipher(Cipher.ENCRYPT_MODE);
    this.clients = cipher(Cipher.DECRYPT_MODE);
  }

  static SenderNames draw(SecureRandom random) {
    byte[] secret = new byte[BYTES];
    random.nextBytes(secret);
    return new SenderNames(secret);
  }

  /** The key under which the report of a client is kept. */
  byte[] name(long client) {
    return apply(names, ByteBuffer.allocate(BYTES).putLong(0).putLong(client).array());
  }

  /** The client whose report is kept under a key. */
  long client(byte[] name) {
    return ByteBuffer.wrap(apply(clients, name)).getLong(Long.BYTES);
  }

  byte[] toBytes() {
    return secret.clone();
  }

  private Cipher cipher(int mode) {
    try {
      // One block at a time: as a permutation, not to encrypt messages.
      Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
      cipher.init(mode, new SecretKeySpec(secret, "AES"));
      return cipher;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime offers no AES", e);
    }
  }

  private static byte[] apply(Cipher cipher, byte[] block) {
    try {
      return cipher.doFinal(block);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES refused a block of 16 bytes", e);
    }
  }
}
