package org.shuffledcheckin.kit.tls;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;

/** Shows when the certificate that a service was started with expires. */
public final class CertificateMetrics {
  private CertificateMetrics() {}

  /** Registers a gauge of seconds since 1970; the certificate is read now, as it is in use now. */
  public static void bind(TlsFiles files, MeterRegistry registry) {
    double seconds = expiry(files.certificate());
    Gauge.builder("checkin.certificate.expires", () -> seconds)
        .baseUnit("seconds")
        .description("When the service's own certificate expires, in seconds since 1970")
        .register(registry);
  }

  private static double expiry(Path file) {
    try {
      X509Certificate leaf = Pem.certificates(Files.readString(file)).get(0);
      return (double) leaf.getNotAfter().toInstant().getEpochSecond();
    } catch (IOException | CertificateException | RuntimeException e) {
      throw new IllegalArgumentException("TLS file cannot be read: " + file, e);
    }
  }
}
