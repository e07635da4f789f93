package org.shuffledcheckin.kit.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.shuffledcheckin.kit.files.AtomicFile;
import org.shuffledcheckin.kit.files.OwnerOnly;

/** Certificates and keys as text. */
final class Pem {
  private Pem() {}

  /** Every certificate in the text, in its order. */
  static List<X509Certificate> certificates(String pem) throws IOException, CertificateException {
    List<X509Certificate> certificates = new ArrayList<>();
    try (PEMParser parser = new PEMParser(new StringReader(pem))) {
      for (Object next = parser.readObject(); next != null; next = parser.readObject()) {
        if (next instanceof X509CertificateHolder holder) {
          certificates.add(new JcaX509CertificateConverter().getCertificate(holder));
        }
      }
    }
    return certificates;
  }

  /** The key that the text begins with, if it is PKCS #8 without a password. */
  static Optional<PrivateKey> key(String pem) throws IOException {
    try (PEMParser parser = new PEMParser(new StringReader(pem))) {
      return parser.readObject() instanceof PrivateKeyInfo info
          ? Optional.of(new JcaPEMKeyConverter().getPrivateKey(info))
          : Optional.empty();
    }
  }

  /** A certificate or a key as text. */
  static String text(Object value) {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
      writer.writeObject(
          value instanceof PrivateKey privateKey ? new JcaPKCS8Generator(privateKey, null) : value);
    } catch (IOException e) {
      throw new UncheckedIOException("PEM cannot be written", e);
    }
    return text.toString();
  }

  /** Writes a file that only its owner may read, as a whole: nobody reads half a key. */
  static void write(Path file, String text) {
    try {
      OwnerOnly.createFolder(file.toAbsolutePath().getParent());
      AtomicFile.replacePrivately(file, text.getBytes(US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException("file cannot be written: " + file, e);
    }
  }
}
