package org.shuffledcheckin.kit.sealing;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;
import java.security.spec.XECPublicKeySpec;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * RFC 9180's base mode for the protocol's suite, written from the RFC on the JDK's primitives:
 * shows that the specification says enough for somebody else's implementation.
 */
final class PlainHpke {
  private static final byte[] KEM_SUITE = concat(ascii("KEM"), new byte[] {0, 0x20});
  private static final byte[] HPKE_SUITE =
      concat(ascii("HPKE"), new byte[] {0, 0x20, 0, 0x01, 0, 0x01});
  private static final byte[] NONE = {};

  private PlainHpke() {}

  static byte[] open(byte[] privateKey, byte[] publicKey, byte[] info, byte[] sealed)
      throws GeneralSecurityException {
    byte[] enc = Arrays.copyOf(sealed, 32);
    byte[] shared = decapsulate(privateKey, publicKey, enc);
    byte[] context =
        concat(
            new byte[] {0},
            labeledExtract(HPKE_SUITE, NONE, "psk_id_hash", NONE),
            labeledExtract(HPKE_SUITE, NONE, "info_hash", info));
    byte[] secret = labeledExtract(HPKE_SUITE, shared, "secret", NONE);
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        Cipher.DECRYPT_MODE,
        new SecretKeySpec(labeledExpand(HPKE_SUITE, secret, "key", context, 16), "AES"),
        new GCMParameterSpec(128, labeledExpand(HPKE_SUITE, secret, "base_nonce", context, 12)));
    return cipher.doFinal(sealed, 32, sealed.length - 32);
  }

  private static byte[] decapsulate(byte[] privateKey, byte[] publicKey, byte[] enc)
      throws GeneralSecurityException {
    KeyFactory keys = KeyFactory.getInstance("X25519");
    PrivateKey own =
        keys.generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, privateKey));
    PublicKey ephemeral =
        keys.generatePublic(new XECPublicKeySpec(NamedParameterSpec.X25519, littleEndian(enc)));
    KeyAgreement agreement = KeyAgreement.getInstance("X25519");
    agreement.init(own);
    agreement.doPhase(ephemeral, true);
    byte[] extracted = labeledExtract(KEM_SUITE, NONE, "eae_prk", agreement.generateSecret());
    return labeledExpand(KEM_SUITE, extracted, "shared_secret", concat(enc, publicKey), 32);
  }

  private static BigInteger littleEndian(byte[] bytes) {
    byte[] reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      reversed[i] = bytes[bytes.length - 1 - i];
    }
    reversed[0] &= 0x7f;
    return new BigInteger(1, reversed);
  }

  private static byte[] labeledExtract(byte[] suite, byte[] salt, String label, byte[] input)
      throws GeneralSecurityException {
    byte[] key = salt.length == 0 ? new byte[32] : salt;
    return hmac(key, concat(ascii("HPKE-v1"), suite, ascii(label), input));
  }

  private static byte[] labeledExpand(
      byte[] suite, byte[] key, String label, byte[] info, int length)
      throws GeneralSecurityException {
    byte[] labeled =
        concat(new byte[] {0, (byte) length}, ascii("HPKE-v1"), suite, ascii(label), info);
    // One block of HKDF-Expand: no output here is longer than a SHA-256 value.
    return Arrays.copyOf(hmac(key, concat(labeled, new byte[] {1})), length);
  }

  private static byte[] hmac(byte[] key, byte[] input) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(input);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
