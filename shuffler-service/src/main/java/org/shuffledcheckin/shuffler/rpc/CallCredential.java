package org.shuffledcheckin.shuffler.rpc;

import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.OptionalLong;
import org.shuffledcheckin.kit.server.CallerCheck;
import org.shuffledcheckin.kit.server.CredentialHeader;
import org.shuffledcheckin.kit.tls.PeerNames;
import org.shuffledcheckin.shuffler.config.ClientAuthentication;
import org.shuffledcheckin.shuffler.enrolment.ClientRegistry;

/**
 * Knows the client that a call itself names: by its certificate, or by the enrolment token in its
 * headers, which the server must let through. It says who may call, and carries that client to the
 * service for the length of the call; whose pledges and reports a call brings is looked at one by
 * one.
 */
public final class CallCredential implements CallerCheck, ServerInterceptor {
  private static final Context.Key<OptionalLong> CLIENT = Context.key("calling-client");

  private final ClientRegistry clients;
  private final ClientAuthentication authentication;

  /** Asks the registry who it is. */
  public CallCredential(ClientRegistry clients, ClientAuthentication authentication) {
    this.clients = clients;
    this.authentication = authentication;
  }

  /** The client that the current call names, if it names one that is enrolled. */
  static OptionalLong client() {
    OptionalLong client = CLIENT.get();
    return client == null ? OptionalLong.empty() : client;
  }

  @Override
  public boolean knows(Attributes connection, Metadata headers) {
    return client(connection, headers).isPresent();
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    OptionalLong client = client(call.getAttributes(), headers);
    return Contexts.interceptCall(Context.current().withValue(CLIENT, client), call, headers, next);
  }

  private OptionalLong client(Attributes connection, Metadata headers) {
    return authentication == ClientAuthentication.CERTIFICATE
        ? clients.authenticateCertified(PeerNames.clientNumber(PeerNames.of(connection)))
        : CredentialHeader.of(headers).map(clients::authenticate).orElse(OptionalLong.empty());
  }
}
