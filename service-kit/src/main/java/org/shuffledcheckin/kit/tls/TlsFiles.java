package org.shuffledcheckin.kit.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a service's TLS material lies, as PEM files.
 *
 * @param certificate the service's certificate, then its intermediates
 * @param key its private key, PKCS #8
 * @param trust the roots that peers must be issued under
 */
public record TlsFiles(Path certificate, Path key, Path trust) {

  /**
   * Reads all three.
   *
   * @throws IllegalArgumentException that names the file which cannot be read or used
   */
  public TlsIdentity load() {
    return TlsIdentity.ofPem(read(certificate), read(key), read(trust));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalArgumentException("TLS file cannot be read: " + file, e);
    }
  }
}
