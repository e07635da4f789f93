package org.shuffledcheckin.client.rpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicInteger;
import org.shuffledcheckin.client.enrolment.Credentials;
import org.shuffledcheckin.kit.server.CredentialHeader;

/**
 * Shows in every call the token of one of the host's clients: the same one for as long as it is
 * valid, then the next one's, so that a host outlives the revocation of some of its clients. Where
 * certificates name clients there are no tokens, and none is shown.
 */
final class HostCredential implements ClientInterceptor {
  private final Credentials credentials;
  private final AtomicInteger speaker = new AtomicInteger();

  HostCredential(Credentials credentials) {
    this.credentials = credentials;
  }

  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    int client = speaker.get();
    byte[] token = credentials.of(client);
    return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
      @Override
      public void start(Listener<R> listener, Metadata headers) {
        if (token.length > 0) {
          CredentialHeader.show(headers, token);
        }
        super.start(new Refused<>(listener, client), headers);
      }
    };
  }

  private final class Refused<R> extends SimpleForwardingClientCallListener<R> {
    private final int client;

    Refused(ClientCall.Listener<R> delegate, int client) {
      super(delegate);
      this.client = client;
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      if (status.getCode() == Status.Code.UNAUTHENTICATED) {
        speaker.compareAndSet(client, (client + 1) % credentials.clients());
      }
      super.onClose(status, trailers);
    }
  }
}
