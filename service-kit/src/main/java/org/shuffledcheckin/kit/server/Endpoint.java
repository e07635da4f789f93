package org.shuffledcheckin.kit.server;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import java.util.Objects;
import org.shuffledcheckin.kit.tls.ClientCertificates;
import org.shuffledcheckin.kit.tls.TlsIdentity;

/** Where a server listens, or a channel connects: TLS on the network, or inside one process. */
public sealed interface Endpoint {
  /**
   * A port with TLS 1.3.
   *
   * @param host to bind; an address, a name, or {@code 0.0.0.0} for every interface
   * @param port to bind; 0 lets the system choose
   * @param identity that the server shows
   * @param clients what it asks of whoever connects
   */
  record Network(String host, int port, TlsIdentity identity, ClientCertificates clients)
      implements Endpoint {
    /** Validates the port. */
    public Network {
      Objects.requireNonNull(host, "host");
      Objects.requireNonNull(identity, "identity");
      Objects.requireNonNull(clients, "clients");
      requireBetween("port", port, 0, 65_535);
    }

    /** The address, for people. */
    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  /**
   * A name inside this process: the same calls and checks without a socket. Nobody outside the
   * process can connect, so callers count as trusted peers.
   */
  record InProcess(String name) implements Endpoint {}
}
