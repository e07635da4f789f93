package org.shuffledcheckin.kit.tls;

import io.grpc.Attributes;
import io.grpc.ChannelCredentials;
import io.grpc.ServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettySslContextChannelCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettySslContextServerCredentials;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.OpenSslSessionContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.util.AdvancedTlsX509KeyManager;
import io.grpc.util.AdvancedTlsX509TrustManager;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/**
 * Who a service is on the network, and whose word it takes for others. Guarantees TLS 1.3 and
 * nothing older; that a server is who it should be and not merely at the right address; and that
 * nobody revoked is spoken to. What it is made of can be exchanged while it is in use: connections
 * that are made afterwards see the new. Its private key appears in no {@code toString}.
 */
public final class TlsIdentity {
  private static final String PROTOCOL = "TLSv1.3";

  private final AdvancedTlsX509KeyManager keys = new AdvancedTlsX509KeyManager();
  private final List<AdvancedTlsX509TrustManager> trusts = new CopyOnWriteArrayList<>();
  private final Set<KeyPurpose> used = EnumSet.noneOf(KeyPurpose.class);
  private volatile TlsMaterial material;

  TlsIdentity(TlsMaterial material) {
    this.material = material;
    showNewest();
  }

  /** Takes an identity from PEM text. */
  public static TlsIdentity ofPem(String certificate, String key, String trust) {
    return new TlsIdentity(TlsMaterial.ofPem(Optional.of(certificate), Optional.of(key), trust));
  }

  /** Somebody who trusts the PEM roots and shows no certificate. */
  public static TlsIdentity anonymous(String trust) {
    return new TlsIdentity(TlsMaterial.ofPem(Optional.empty(), Optional.empty(), trust));
  }

  /**
   * Credentials for a server.
   *
   * @throws IllegalArgumentException if the certificate may not be used by one
   */
  public ServerCredentials server(ClientCertificates clients) {
    use(KeyPurpose.SERVER);
    ClientAuth asked =
        clients == ClientCertificates.REQUIRED ? ClientAuth.REQUIRE : ClientAuth.OPTIONAL;
    return NettySslContextServerCredentials.create(
        context(SslContextBuilder.forServer(keys).clientAuth(asked), KeyPurpose.CLIENT, Set.of()));
  }

  /** What a server of another protocol needs, such as HTTP; it asks nobody for a certificate. */
  public SSLContext serverContext() {
    use(KeyPurpose.SERVER);
    try {
      SSLContext context = SSLContext.getInstance(PROTOCOL);
      context.init(new KeyManager[] {keys}, null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + PROTOCOL, e);
    }
  }

  /**
   * Credentials for a channel.
   *
   * @param names of which the server's certificate must carry one, such as {@code
   *     urn:checkin:shuffler}; its host name must be right too
   * @throws IllegalArgumentException if there is a certificate and it may not be used so
   */
  public ChannelCredentials channel(Collection<String> names) {
    if (names.isEmpty()) {
      throw new IllegalArgumentException("whoever dials must say by which names it knows a server");
    }
    SslContextBuilder builder = SslContextBuilder.forClient();
    if (material.leaf().isPresent()) {
      use(KeyPurpose.CLIENT);
      builder.keyManager(keys);
    }
    return NettySslContextChannelCredentials.create(
        context(builder, KeyPurpose.SERVER, Set.copyOf(names)));
  }

  /** Whether the certificate that a call's peer showed was revoked, perhaps since it connected. */
  public boolean isRevoked(Attributes call) {
    return PeerNames.certificate(call).filter(material.revoked()::isRevoked).isPresent();
  }

  /** Writes {@code NAME.crt}, {@code NAME.key} (for its owner only) and {@code ca.crt}. */
  public TlsFiles writeTo(Path folder, String name) {
    TlsFiles files =
        new TlsFiles(
            folder.resolve(name + ".crt"),
            folder.resolve(name + ".key"),
            folder.resolve(DevelopmentAuthority.CERTIFICATE));
    Pem.write(files.key(), Pem.text(material.key().orElseThrow()));
    Pem.write(files.certificate(), text(material.chain()));
    Pem.write(files.trust(), text(material.roots()));
    return files;
  }

  TlsMaterial material() {
    return material;
  }

  /**
   * Goes on with something else.
   *
   * @throws IllegalArgumentException if it cannot be used as the present one is; nothing changes
   */
  synchronized void exchange(TlsMaterial fresh) {
    used.forEach(purpose -> require(purpose, fresh));
    material = fresh;
    showNewest();
  }

  private synchronized void use(KeyPurpose purpose) {
    require(purpose, material);
    used.add(purpose);
  }

  private static void require(KeyPurpose purpose, TlsMaterial material) {
    X509Certificate leaf =
        material
            .leaf()
            .orElseThrow(() -> new IllegalArgumentException("a server needs a TLS certificate"));
    if (!purpose.allows(leaf)) {
      throw new IllegalArgumentException(
          "TLS certificate of %s %s"
              .formatted(leaf.getSubjectX500Principal().getName(), purpose.refusal()));
    }
  }

  private void showNewest() {
    trusts.forEach(trust -> trust(trust, material));
    material
        .key()
        .ifPresent(
            key ->
                keys.updateIdentityCredentials(
                    material.chain().toArray(new X509Certificate[0]), key));
  }

  private SslContext context(SslContextBuilder builder, KeyPurpose ofPeer, Set<String> names) {
    try {
      AdvancedTlsX509TrustManager trust =
          AdvancedTlsX509TrustManager.newBuilder()
              .setSslSocketAndEnginePeerVerifier(
                  new PeerVerifier(ofPeer, names, () -> material.revoked()))
              .build();
      synchronized (this) {
        trust(trust, material);
        trusts.add(trust);
      }
      return withoutResumption(
          GrpcSslContexts.configure(builder.trustManager(trust).protocols(PROTOCOL)).build());
    } catch (SSLException | GeneralSecurityException e) {
      throw new IllegalArgumentException("TLS certificate, key and roots cannot be used", e);
    }
  }

  /** A resumed session shows no certificate: what was revoked or renewed would go unnoticed. */
  private static SslContext withoutResumption(SslContext context) {
    if (context.sessionContext() instanceof OpenSslSessionContext sessions) {
      sessions.setSessionCacheEnabled(false);
    } else {
      context.sessionContext().setSessionTimeout(1);
    }
    return context;
  }

  private static void trust(AdvancedTlsX509TrustManager trust, TlsMaterial material) {
    try {
      trust.updateTrustCredentials(material.roots().toArray(new X509Certificate[0]));
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException("TLS roots cannot be used", e);
    }
  }

  private static String text(List<X509Certificate> certificates) {
    return certificates.stream().map(Pem::text).collect(Collectors.joining());
  }

  @Override
  public String toString() {
    return "TlsIdentity[key=[secret]]";
  }
}
