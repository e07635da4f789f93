package org.shuffledcheckin.kit.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.time.VirtualClock;

class TlsReloaderTest {
  @TempDir Path folder;
  private final VirtualClock clock = new VirtualClock(Instant.now());
  private final DevelopmentAuthority authority =
      DevelopmentAuthority.create(clock, new SecureRandom());
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final AtomicInteger changes = new AtomicInteger();
  private TlsFiles files;
  private TlsReloader reloader;

  @BeforeEach
  void start() {
    TlsFiles issued = issue().writeTo(folder, "shuffler");
    authority.revoke(folder, Optional.empty());
    files =
        new TlsFiles(
            issued.certificate(),
            issued.key(),
            issued.trust(),
            Optional.of(folder.resolve(DevelopmentAuthority.REVOKED)));
    reloader =
        new TlsReloader(files.paths(), clock)
            .bindTo(meters, "serve")
            .onChange(changes::incrementAndGet);
    assertThat(reloader.identity().server(ClientCertificates.OPTIONAL)).isNotNull();
  }

  @AfterEach
  void stop() {
    reloader.close();
  }

  private TlsIdentity issue() {
    return authority.issueServer("shuffler", List.of("localhost"));
  }

  private BigInteger shown() {
    return reloader.identity().material().leaf().orElseThrow().getSerialNumber();
  }

  private void assertKept(BigInteger before, String why) {
    assertThat(shown()).isEqualTo(before);
    assertThat(reloader.problem()).hasValueSatisfying(said -> assertThat(said).contains(why));
    assertThat(meters.get("checkin.tls.files.broken").gauge().value()).isEqualTo(1);
    assertThat(refusals()).isEqualTo(1);
    assertThat(changes).hasValue(0);
  }

  private double refusals() {
    return meters.get("checkin.tls.reloads").tag("outcome", "refused").functionCounter().count();
  }

  @Test
  void look_renewedFiles_areTakenUpWhenTheyHaveSettled() {
    BigInteger before = shown();
    reloader.look();
    TlsFiles unused = issue().writeTo(folder, "shuffler");
    reloader.look();
    assertThat(shown()).isEqualTo(before);
    reloader.look();
    assertThat(shown()).isNotEqualTo(before);
    assertThat(changes).hasValue(1);
    assertThat(reloader.problem()).isEmpty();
    reloader.look();
    assertThat(changes).hasValue(1);
  }

  @Test
  void look_betweenCertificateAndKey_saysNothing() throws IOException {
    TlsFiles next = issue().writeTo(folder.resolve("next"), "shuffler");
    Files.copy(next.certificate(), files.certificate(), StandardCopyOption.REPLACE_EXISTING);
    reloader.look();
    Files.copy(next.key(), files.key(), StandardCopyOption.REPLACE_EXISTING);
    reloader.look();
    reloader.look();
    assertThat(changes).hasValue(1);
    assertThat(refusals()).isZero();
  }

  @Test
  void look_brokenFile_keepsTheOldAndSaysSoUntilItIsMended() throws IOException {
    BigInteger before = shown();
    String good = Files.readString(files.certificate());
    Files.writeString(files.certificate(), "-----BEGIN CERTIFICATE-----\nnonsense");
    for (int look = 0; look < 4; look++) {
      reloader.look();
    }
    assertKept(before, "shuffler.crt is not readable PEM");
    Files.writeString(files.certificate(), good);
    reloader.look();
    reloader.look();
    assertThat(reloader.problem()).isEmpty();
    assertThat(meters.get("checkin.tls.files.broken").gauge().value()).isZero();
  }

  @Test
  void look_missingFile_keepsTheOld() throws IOException {
    BigInteger before = shown();
    Files.delete(files.key());
    reloader.look();
    reloader.look();
    assertKept(before, "shuffler.key (there is no such file)");
  }

  @Test
  void look_certificateForAnotherPurpose_keepsTheOld() {
    BigInteger before = shown();
    TlsFiles unused = authority.issueClient("shuffler").writeTo(folder, "shuffler");
    reloader.look();
    reloader.look();
    assertKept(before, "may not be used to serve");
  }

  @Test
  void look_revocationListOfAStranger_keepsTheOld() {
    BigInteger before = shown();
    DevelopmentAuthority.create(clock, new SecureRandom())
        .revoke(folder.resolve("x"), Optional.empty());
    move(folder.resolve("x").resolve(DevelopmentAuthority.REVOKED), files.revoked().orElseThrow());
    reloader.look();
    reloader.look();
    assertKept(before, "is not signed by an authority of the trust file");
  }

  @Test
  void look_olderRevocationList_keepsTheNewer() throws IOException {
    Path list = files.revoked().orElseThrow();
    Path old = Files.copy(list, folder.resolve("old.crl"));
    clock.pass(Duration.ofMinutes(1));
    authority.revoke(folder, issue().material().leaf());
    reloader.look();
    reloader.look();
    assertThat(changes).hasValue(1);
    move(old, list);
    reloader.look();
    reloader.look();
    assertThat(changes).hasValue(1);
    assertThat(reloader.problem())
        .hasValueSatisfying(said -> assertThat(said).contains("is older than the one in use"));
  }

  @Test
  void problem_expiryWhileRunning_isNoticedAndMended() {
    assertThat(reloader.problem()).isEmpty();
    double expires = meters.get("checkin.certificate.expires").gauge().value();
    clock.pass(Duration.ofDays(398));
    assertThat(expires).isLessThan((double) clock.instant().getEpochSecond());
    reloader.look();
    assertThat(reloader.problem())
        .hasValueSatisfying(said -> assertThat(said).contains("shuffler.crt has expired"));
    TlsFiles unused = issue().writeTo(folder, "shuffler");
    reloader.look();
    reloader.look();
    assertThat(reloader.problem()).isEmpty();
    assertThat(meters.get("checkin.certificate.expires").gauge().value()).isGreaterThan(expires);
  }

  @Test
  void start_brokenFiles_isRefused() throws IOException {
    Files.writeString(files.revoked().orElseThrow(), "nothing");
    assertThatThrownBy(() -> TlsReloader.start(files))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(DevelopmentAuthority.REVOKED);
  }

  private static void move(Path from, Path to) {
    try {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
