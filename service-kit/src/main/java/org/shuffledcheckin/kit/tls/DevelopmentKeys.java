package org.shuffledcheckin.kit.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A folder with a {@link DevelopmentAuthority} and a certificate for everyone who needs one: {@code
 * shuffler} and {@code aggregator} to serve with, {@code aggregator-client} to dial the shuffler
 * with, and {@code operator-shuffler} and {@code operator-aggregator}, since the two services are
 * of different operators.
 */
public final class DevelopmentKeys {
  /** Who connects, by the name of its files, and in which role. */
  private static final Map<String, String> DIALLERS =
      new TreeMap<>(
          Map.of(
              "aggregator-client", "aggregator",
              "operator-shuffler", "operator:shuffler",
              "operator-aggregator", "operator:aggregator"));

  private static final String AUTHORITY = "ca";

  private final Path folder;
  private final Consumer<String> before;

  /** Works in a folder, which is made when something is written. */
  public DevelopmentKeys(Path folder) {
    this(folder, name -> {});
  }

  /**
   * The same, watched.
   *
   * @param before hears the name of what is missing before it is made
   */
  public DevelopmentKeys(Path folder, Consumer<String> before) {
    this.folder = folder;
    this.before = before;
  }

  /**
   * Makes what is missing; what is there is kept.
   *
   * @param hosts of shuffler and aggregator, by role
   * @return the names of what was made
   */
  public List<String> makeMissing(Map<String, List<String>> hosts) {
    List<String> made = new ArrayList<>();
    if (isMissing(AUTHORITY)) {
      before.accept(AUTHORITY);
      DevelopmentAuthority.create(Clock.systemUTC(), new SecureRandom()).writeTo(folder);
      made.add(AUTHORITY);
    }
    new TreeMap<>(hosts)
        .forEach(
            (role, names) -> make(role, made, authority -> authority.issueServer(role, names)));
    DIALLERS.forEach((name, role) -> make(name, made, authority -> authority.issueClient(role)));
    if (Files.notExists(folder.resolve(DevelopmentAuthority.REVOKED))) {
      authority().revoke(folder, Optional.empty());
    }
    return made;
  }

  /** Makes the certificate of one client, {@code client-NUMBER}, if it is missing. */
  public List<String> makeClient(long number) {
    List<String> made = new ArrayList<>();
    make("client-" + number, made, authority -> authority.issueClient(number));
    return made;
  }

  /**
   * Issues a certificate anew, with another key and the names and purposes of the old one.
   *
   * @throws IllegalArgumentException if there is no such certificate
   */
  public void renew(String name) {
    TlsFiles unused = authority().renew(certificate(name)).writeTo(folder, name);
  }

  /**
   * Revokes a certificate for good: from now on {@code revoked.crl} names it.
   *
   * @throws IllegalArgumentException if there is no such certificate
   */
  public void revoke(String name) {
    authority().revoke(folder, Optional.of(certificate(name)));
  }

  /**
   * Requires a certificate of this authority.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public void requireIssued(String name) {
    authority().requireOwn(certificate(name));
  }

  private interface Issue {
    TlsIdentity by(DevelopmentAuthority authority);
  }

  private void make(String name, List<String> made, Issue issue) {
    if (isMissing(name)) {
      before.accept(name);
      TlsFiles unused = issue.by(authority()).writeTo(folder, name);
      made.add(name);
    }
  }

  private boolean isMissing(String name) {
    return Files.notExists(folder.resolve(name + ".key"));
  }

  private DevelopmentAuthority authority() {
    return DevelopmentAuthority.load(folder, Clock.systemUTC(), new SecureRandom());
  }

  private X509Certificate certificate(String name) {
    Path file = folder.resolve(name + ".crt");
    if (name.equals(AUTHORITY) || !file.normalize().startsWith(folder.normalize())) {
      throw new IllegalArgumentException(
          "'%s' is not a certificate that the authority in %s has issued".formatted(name, folder));
    }
    try {
      return Pem.certificates(Files.readString(file)).get(0);
    } catch (IOException | CertificateException | RuntimeException e) {
      throw new IllegalArgumentException("there is no certificate " + file, e);
    }
  }
}
