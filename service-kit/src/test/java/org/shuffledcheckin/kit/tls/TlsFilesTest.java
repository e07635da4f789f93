package org.shuffledcheckin.kit.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.time.VirtualClock;
import org.slf4j.LoggerFactory;

class TlsFilesTest {
  @TempDir Path folder;
  // From today on: some of what is issued is also loaded by the real clock.
  private final VirtualClock clock = new VirtualClock(Instant.now());
  private TlsFiles files;

  @BeforeEach
  void issue() {
    DevelopmentAuthority authority = DevelopmentAuthority.create(clock, new SecureRandom());
    files = authority.issueServer("shuffler", List.of("localhost")).writeTo(folder, "shuffler");
    TlsFiles unused = authority.issueServer("other", List.of("localhost")).writeTo(folder, "other");
  }

  @Test
  void load_whatWasIssued_isTaken() {
    assertThat(files.load().material().roots()).hasSize(1);
  }

  @Test
  void load_keyOfAnotherCertificate_isNamed() {
    TlsFiles mixed = new TlsFiles(files.certificate(), folder.resolve("other.key"), files.trust());
    assertThatThrownBy(mixed::load)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("shuffler.crt does not belong to TLS key")
        .hasMessageContaining("other.key");
  }

  @Test
  void load_expiredCertificate_isNamedWithItsDay() {
    clock.pass(Duration.ofDays(20_000));
    assertThatThrownBy(() -> files.load(clock))
        .hasMessageContaining("shuffler.crt expired on ")
        .hasMessageContaining("renew it");
  }

  @Test
  void load_beforeItIsValid_namesTheClock() {
    Clock earlier = new VirtualClock(clock.instant().minus(Duration.ofDays(10)));
    assertThatThrownBy(() -> files.load(earlier))
        .hasMessageContaining("is not valid before")
        .hasMessageContaining("clock");
  }

  @Test
  void load_expiringSoon_warns() throws IOException {
    Logger log = (Logger) LoggerFactory.getLogger(CertificateCheck.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    log.addAppender(lines);
    clock.pass(lifetimeBut(Duration.ofDays(15)));
    TlsIdentity early = files.load(clock);
    assertThat(early).isNotNull();
    assertThat(lines.list).isEmpty();
    clock.pass(Duration.ofDays(2));
    TlsIdentity late = files.load(clock);
    assertThat(late).isNotNull();
    assertThat(lines.list)
        .extracting(ILoggingEvent::getMessage)
        .anyMatch(line -> line.contains("14 days"));
    log.detachAppender(lines);
  }

  private Duration lifetimeBut(Duration rest) throws IOException {
    try (var in = Files.newInputStream(files.certificate())) {
      var certificate =
          (java.security.cert.X509Certificate)
              java.security.cert.CertificateFactory.getInstance("X.509").generateCertificate(in);
      return Duration.between(clock.instant(), certificate.getNotAfter().toInstant()).minus(rest);
    } catch (java.security.cert.CertificateException e) {
      throw new IOException(e);
    }
  }

  @Test
  void load_missingOrForeignFiles_areNamed() throws IOException {
    TlsFiles missing = new TlsFiles(folder.resolve("no.crt"), files.key(), files.trust());
    assertThatThrownBy(missing::load).hasMessageContaining("no.crt (there is no such file)");
    Path text = Files.writeString(folder.resolve("text"), "hello");
    assertThatThrownBy(() -> new TlsFiles(text, files.key(), files.trust()).load())
        .hasMessageContaining("text holds no PEM certificate");
    assertThatThrownBy(() -> new TlsFiles(files.certificate(), text, files.trust()).load())
        .hasMessageContaining("PKCS #8");
    assertThatThrownBy(() -> new TlsFiles(files.certificate(), files.key(), text).load())
        .hasMessageContaining("text holds no PEM");
  }
}
