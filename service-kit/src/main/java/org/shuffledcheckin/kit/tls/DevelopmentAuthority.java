package org.shuffledcheckin.kit.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.Extensions;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CRLHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509v2CRLBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A certificate authority for development, tests and closed demonstrations. It keeps its key in an
 * ordinary file and its revocation list in another, so it is no authority for production.
 */
public final class DevelopmentAuthority {
  /** File name of the authority's certificate. */
  static final String CERTIFICATE = "ca.crt";

  /** File name of its revocation list. */
  public static final String REVOKED = "revoked.crl";

  private static final String KEY = "ca.key";
  // RFC 5280, section 5.3.1: then the reason is left out.
  private static final int REASON_UNSPECIFIED = 0;
  private static final String SIGNATURE = "SHA256withECDSA";
  private static final Duration LIFETIME = Duration.ofDays(3650);
  private static final Duration LEAF_LIFETIME = Duration.ofDays(397);
  // Peers whose clocks are a little behind accept a certificate that was made just now.
  private static final Duration SKEW = Duration.ofHours(1);

  private final X509Certificate certificate;
  private final PrivateKey key;
  private final Clock clock;
  private final SecureRandom random;

  private DevelopmentAuthority(
      X509Certificate certificate, PrivateKey key, Clock clock, SecureRandom random) {
    this.certificate = certificate;
    this.key = key;
    this.clock = clock;
    this.random = random;
  }

  /** Makes a new authority, in memory. */
  public static DevelopmentAuthority create(Clock clock, SecureRandom random) {
    try {
      KeyPair pair = newKeyPair(random);
      X500Name name = new X500Name("CN=checkin development authority " + serial(random, 32));
      Instant now = clock.instant();
      JcaX509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(
              name,
              serial(random, 128),
              Date.from(now.minus(SKEW)),
              Date.from(now.plus(LIFETIME)),
              name,
              pair.getPublic());
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
      builder.addExtension(
          Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
      return new DevelopmentAuthority(
          sign(builder, pair.getPrivate()), pair.getPrivate(), clock, random);
    } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException("no development authority could be made", e);
    }
  }

  /**
   * Loads an authority that {@link #writeTo} wrote.
   *
   * @throws IllegalArgumentException if the folder holds none
   */
  public static DevelopmentAuthority load(Path folder, Clock clock, SecureRandom random) {
    try {
      return new DevelopmentAuthority(
          Pem.certificates(Files.readString(folder.resolve(CERTIFICATE))).get(0),
          Pem.key(Files.readString(folder.resolve(KEY))).orElseThrow(),
          clock,
          random);
    } catch (IOException | CertificateException | RuntimeException e) {
      throw new IllegalArgumentException("no development authority in folder " + folder, e);
    }
  }

  /** Writes {@code ca.crt} and {@code ca.key}, for their owner only. */
  public void writeTo(Path folder) {
    Pem.write(folder.resolve(CERTIFICATE), certificatePem());
    Pem.write(folder.resolve(KEY), Pem.text(key));
  }

  /** The authority's certificate, as PEM: what everyone trusts. */
  public String certificatePem() {
    return Pem.text(certificate);
  }

  /** Issues a certificate to serve with: a role, and the hosts that it is reached by. */
  public TlsIdentity issueServer(String role, List<String> hosts) {
    return issue(role, KeyPurpose.SERVER, PeerNames.role(role), hosts);
  }

  /** Issues a certificate to connect with, in a role. */
  public TlsIdentity issueClient(String role) {
    return issue(role, KeyPurpose.CLIENT, PeerNames.role(role), List.of());
  }

  /** Issues a certificate that names one client. */
  public TlsIdentity issueClient(long number) {
    return issue("client", KeyPurpose.CLIENT, PeerNames.client(number), List.of());
  }

  /** Issues a certificate with a new key, and with the names and purposes of another. */
  TlsIdentity renew(X509Certificate old) {
    requireOwn(old);
    try {
      Extensions extensions = new JcaX509CertificateHolder(old).getExtensions();
      return issue(
          old.getSubjectX500Principal(),
          ExtendedKeyUsage.fromExtensions(extensions),
          GeneralNames.fromExtensions(extensions, Extension.subjectAlternativeName));
    } catch (CertificateException e) {
      throw new IllegalArgumentException("the certificate cannot be read", e);
    }
  }

  /**
   * Revokes a certificate for good, and writes the list anew; without a certificate, writes an
   * empty list where there is none.
   *
   * @throws IllegalArgumentException if the certificate is not of this authority, or the list that
   *     is there cannot be read
   */
  public void revoke(Path folder, Optional<X509Certificate> revoked) {
    revoked.ifPresent(this::requireOwn);
    try {
      Instant now = clock.instant();
      JcaX509v2CRLBuilder builder = new JcaX509v2CRLBuilder(certificate, Date.from(now));
      // Lists of this authority are made when there is something to say, not by a timetable.
      builder.setNextUpdate(certificate.getNotAfter());
      Path file = folder.resolve(REVOKED);
      if (Files.exists(file)) {
        builder.addCRL(
            new JcaX509CRLHolder(
                (X509CRL)
                    CertificateFactory.getInstance("X.509")
                        .generateCRL(new ByteArrayInputStream(Files.readAllBytes(file)))));
      }
      revoked.ifPresent(
          gone -> builder.addCRLEntry(gone.getSerialNumber(), Date.from(now), REASON_UNSPECIFIED));
      Pem.write(file, Pem.text(builder.build(new JcaContentSignerBuilder(SIGNATURE).build(key))));
    } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalArgumentException("no revocation list could be written in " + folder, e);
    }
  }

  void requireOwn(X509Certificate issued) {
    try {
      issued.verify(certificate.getPublicKey());
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "the certificate of %s was not issued by this authority"
              .formatted(issued.getSubjectX500Principal().getName()),
          e);
    }
  }

  private TlsIdentity issue(String commonName, KeyPurpose purpose, String uri, List<String> hosts) {
    return issue(
        new X500Principal("CN=" + commonName),
        new ExtendedKeyUsage(KeyPurposeId.getInstance(new ASN1ObjectIdentifier(purpose.oid()))),
        names(uri, hosts));
  }

  private TlsIdentity issue(X500Principal subject, ExtendedKeyUsage usage, GeneralNames names) {
    try {
      KeyPair pair = newKeyPair(random);
      Instant now = clock.instant();
      JcaX509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(
              certificate,
              serial(random, 128),
              Date.from(now.minus(SKEW)),
              Date.from(now.plus(LEAF_LIFETIME)),
              subject,
              pair.getPublic());
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
      builder.addExtension(Extension.extendedKeyUsage, false, usage);
      builder.addExtension(Extension.subjectAlternativeName, false, names);
      return TlsIdentity.ofPem(
          Pem.text(sign(builder, key)), Pem.text(pair.getPrivate()), certificatePem());
    } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException("no certificate could be issued for " + subject, e);
    }
  }

  private static GeneralNames names(String uri, List<String> hosts) {
    GeneralName[] names = new GeneralName[hosts.size() + 1];
    names[0] = new GeneralName(GeneralName.uniformResourceIdentifier, uri);
    for (int i = 0; i < hosts.size(); i++) {
      String host = hosts.get(i);
      boolean address = host.matches("[0-9.]+") || host.contains(":");
      names[i + 1] = new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, host);
    }
    return new GeneralNames(names);
  }

  private static X509Certificate sign(JcaX509v3CertificateBuilder builder, PrivateKey key)
      throws OperatorCreationException, CertificateException {
    return new JcaX509CertificateConverter()
        .getCertificate(builder.build(new JcaContentSignerBuilder(SIGNATURE).build(key)));
  }

  private static KeyPair newKeyPair(SecureRandom random) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"), random);
    return generator.generateKeyPair();
  }

  private static BigInteger serial(SecureRandom random, int bits) {
    return new BigInteger(bits - 1, random).setBit(bits - 2);
  }
}
