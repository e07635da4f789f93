package org.shuffledcheckin.kit.server;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.AbstractStub;
import io.grpc.stub.MetadataUtils;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.shuffledcheckin.kit.config.Secret;
import org.shuffledcheckin.kit.tls.PeerNames;
import org.shuffledcheckin.kit.tls.TlsFiles;
import org.shuffledcheckin.kit.tls.TlsReloader;

/** A client of a service's operator port. Whatever goes wrong with a call becomes one sentence. */
public final class OperatorClient implements AutoCloseable {
  private final String peer;
  private final TlsReloader tls;
  private final ManagedChannel channel;
  private final Secret token;

  /**
   * Prepares; the service is dialled with the first call.
   *
   * @param service who is at the other end, in a word: the role that its certificate must carry
   */
  public OperatorClient(String service, String host, int port, TlsFiles files, Secret token) {
    this.peer = "the " + service + " at " + host + ":" + port;
    this.tls = TlsReloader.start(files);
    this.channel =
        GrpcChannels.connect(host, port, tls.identity().channel(Set.of(PeerNames.role(service))));
    tls.onChange(channel::enterIdle);
    this.token = token;
  }

  /** Who is at the other end. */
  public String peer() {
    return peer;
  }

  /** A stub that shows the token with every call. */
  public <S extends AbstractStub<S>> S stub(Function<Channel, S> kind) {
    return kind.apply(channel)
        .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(OperatorToken.headers(token)));
  }

  /**
   * Calls.
   *
   * @throws OperatorCallException if the call fails or is refused
   */
  public <T> T call(Supplier<T> call) {
    try {
      return call.get();
    } catch (StatusRuntimeException e) {
      throw failure(e.getStatus());
    }
  }

  @Override
  public void close() {
    GrpcChannels.close(channel);
    tls.close();
  }

  private OperatorCallException failure(Status status) {
    Optional<Refusal> refusal = Refusal.of(status).filter(reason -> !reason.isTransient());
    return refusal.isPresent()
        ? new OperatorCallException(refusal, peer + " refuses: " + status.getDescription())
        : new OperatorCallException(
            Optional.empty(),
            "%s cannot be asked (%s%s): check its address, its operator port and the certificate"
                .formatted(peer, status.getCode(), GrpcChannels.reason(status, ", ")));
  }
}
