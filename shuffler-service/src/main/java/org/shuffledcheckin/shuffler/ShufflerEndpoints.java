package org.shuffledcheckin.shuffler;

import java.util.Objects;
import org.shuffledcheckin.kit.server.Endpoint;
import org.shuffledcheckin.kit.tls.ClientCertificates;
import org.shuffledcheckin.kit.tls.TlsIdentity;
import org.shuffledcheckin.shuffler.config.ClientAuthentication;
import org.shuffledcheckin.shuffler.config.ShufflerConfig;

/**
 * Where the shuffler is reached, by whom.
 *
 * @param clients for clients
 * @param aggregator for the aggregator
 * @param operators for operators
 */
record ShufflerEndpoints(Endpoint clients, Endpoint aggregator, Endpoint operators) {
  /** Validates that there are three. */
  ShufflerEndpoints {
    Objects.requireNonNull(clients, "clients");
    Objects.requireNonNull(aggregator, "aggregator");
    Objects.requireNonNull(operators, "operators");
  }

  /** Ports that show an identity. */
  static ShufflerEndpoints network(ShufflerConfig config, TlsIdentity identity) {
    ClientCertificates ofClients =
        config.clients().authentication() == ClientAuthentication.CERTIFICATE
            ? ClientCertificates.REQUIRED
            : ClientCertificates.OPTIONAL;
    return new ShufflerEndpoints(
        new Endpoint.Network(config.clients().host(), config.clients().port(), identity, ofClients),
        new Endpoint.Network(
            config.aggregator().host(),
            config.aggregator().port(),
            identity,
            ClientCertificates.REQUIRED),
        new Endpoint.Network(
            config.operators().host(),
            config.operators().port(),
            identity,
            ClientCertificates.REQUIRED));
  }
}
