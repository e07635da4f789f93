package org.shuffledcheckin.kit.tls;

import io.grpc.ChannelCredentials;
import io.grpc.ServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettySslContextChannelCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettySslContextServerCredentials;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;

/**
 * Who a service is on the network, and whose word it takes for others. Guarantees TLS 1.3 and
 * nothing older. Its private key appears in no {@code toString}.
 */
public final class TlsIdentity {
  private static final String PROTOCOL = "TLSv1.3";

  private final String certificatePem;
  private final String keyPem;
  private final String trustPem;

  private TlsIdentity(String certificatePem, String keyPem, String trustPem) {
    this.certificatePem = Objects.requireNonNull(certificatePem, "certificate");
    this.keyPem = Objects.requireNonNull(keyPem, "key");
    this.trustPem = Objects.requireNonNull(trustPem, "trust");
  }

  /** Takes an identity from PEM text. */
  public static TlsIdentity ofPem(String certificate, String key, String trust) {
    return new TlsIdentity(certificate, key, trust);
  }

  /** Credentials for a server. */
  public ServerCredentials server(ClientCertificates clients) {
    ClientAuth asked =
        clients == ClientCertificates.REQUIRED ? ClientAuth.REQUIRE : ClientAuth.OPTIONAL;
    return NettySslContextServerCredentials.create(
        context(
            () ->
                SslContextBuilder.forServer(stream(certificatePem), stream(keyPem))
                    .clientAuth(asked),
            trustPem));
  }

  /** Credentials for a channel that shows this identity's certificate. */
  public ChannelCredentials channel() {
    return NettySslContextChannelCredentials.create(
        context(
            () -> SslContextBuilder.forClient().keyManager(stream(certificatePem), stream(keyPem)),
            trustPem));
  }

  /** Credentials for a channel that trusts the PEM roots and shows no certificate. */
  public static ChannelCredentials anonymousChannel(String trustPem) {
    return NettySslContextChannelCredentials.create(
        context(SslContextBuilder::forClient, trustPem));
  }

  String trustPem() {
    return trustPem;
  }

  /** Writes {@code NAME.crt}, {@code NAME.key} (for its owner only) and {@code ca.crt}. */
  public TlsFiles writeTo(Path folder, String name) {
    TlsFiles files =
        new TlsFiles(
            folder.resolve(name + ".crt"),
            folder.resolve(name + ".key"),
            folder.resolve(DevelopmentAuthority.CERTIFICATE));
    Pem.write(files.certificate(), certificatePem);
    Pem.write(files.key(), keyPem);
    Pem.write(files.trust(), trustPem);
    return files;
  }

  private static SslContext context(Supplier<SslContextBuilder> builder, String trustPem) {
    try {
      return GrpcSslContexts.configure(
              builder.get().trustManager(stream(trustPem)).protocols(PROTOCOL))
          .build();
    } catch (SSLException | IllegalArgumentException e) {
      throw new IllegalArgumentException("TLS certificate, key and roots must be valid PEM", e);
    }
  }

  private static InputStream stream(String pem) {
    return new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public String toString() {
    return "TlsIdentity[key=[secret]]";
  }
}
