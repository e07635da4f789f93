package org.shuffledcheckin.cli.operator.rpc;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.AbstractStub;
import io.grpc.stub.MetadataUtils;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.kit.config.Secret;
import org.shuffledcheckin.kit.server.GrpcChannels;
import org.shuffledcheckin.kit.server.OperatorToken;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.tls.TlsFiles;

/** A line to a service's operators' port. Whatever goes wrong on it becomes one sentence. */
public final class OperatorLine implements AutoCloseable {
  private static final long CLOSE_SECONDS = 2;

  private final String peer;
  private final ManagedChannel channel;
  private final Secret token;

  /**
   * Prepares the line; it is dialled with the first call.
   *
   * @param service who is at the other end, in a word
   */
  public OperatorLine(String service, String host, int port, TlsFiles tls, Secret token) {
    this.peer = "the " + service + " at " + host + ":" + port;
    this.channel = GrpcChannels.connect(host, port, tls.load().channel());
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

  /** Calls; a call that fails is explained to the user. */
  public <T> T explained(Supplier<T> call) {
    try {
      return call.get();
    } catch (StatusRuntimeException e) {
      throw failure(e.getStatus());
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
    try {
      channel.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private CommandFailure failure(Status status) {
    Optional<Refusal> refusal = Refusal.of(status).filter(reason -> !reason.isTransient());
    if (refusal.isPresent()) {
      String advice = refusal.get() == Refusal.NOT_AUTHENTICATED ? "; check --token" : "";
      return new CommandFailure(
          ExitCode.FAILED, peer + " refuses: " + status.getDescription() + advice);
    }
    return new CommandFailure(
        ExitCode.UNAVAILABLE,
        "%s cannot be asked (%s%s): check its address, its operator port and the certificate"
            .formatted(peer, status.getCode(), detail(status)));
  }

  /** The transport's own words, which say more than its code where a handshake fails. */
  private static String detail(Status status) {
    Throwable cause = status.getCause();
    while (cause != null && cause.getCause() != null) {
      cause = cause.getCause();
    }
    String words = cause == null ? status.getDescription() : cause.getMessage();
    return words == null ? "" : ", " + words;
  }
}
