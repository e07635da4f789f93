package org.shuffledcheckin.cli.clients.rpc;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.kit.config.Secret;
import org.shuffledcheckin.kit.server.GrpcChannels;
import org.shuffledcheckin.kit.server.OperatorToken;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.tls.TlsFiles;
import org.shuffledcheckin.proto.v1.EnrolReply;
import org.shuffledcheckin.proto.v1.EnrolRequest;
import org.shuffledcheckin.proto.v1.GetShufflerReply;
import org.shuffledcheckin.proto.v1.GetShufflerRequest;
import org.shuffledcheckin.proto.v1.RevokeRequest;
import org.shuffledcheckin.proto.v1.ShufflerOperatorGrpc;

/** A line to a shuffler's operator port. Whatever goes wrong on it becomes one sentence. */
public final class OperatorLine implements AutoCloseable {
  private static final long CALL_SECONDS = 30;
  private static final long ENROL_MINUTES = 30;
  private static final long CLOSE_SECONDS = 2;

  private final String address;
  private final ManagedChannel channel;
  private final ShufflerOperatorGrpc.ShufflerOperatorBlockingStub stub;

  /** Prepares the line; it is dialled with the first call. */
  public OperatorLine(String host, int port, TlsFiles tls, Secret token) {
    address = host + ":" + port;
    channel = GrpcChannels.connect(host, port, tls.load().channel());
    stub =
        ShufflerOperatorGrpc.newBlockingStub(channel)
            .withInterceptors(
                MetadataUtils.newAttachHeadersInterceptor(OperatorToken.headers(token)));
  }

  /** Counts at the shuffler now. */
  public ShufflerCounts counts() {
    GetShufflerReply reply =
        explained(
            () ->
                stub.withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS)
                    .getShuffler(GetShufflerRequest.getDefaultInstance()));
    return new ShufflerCounts(
        reply.getEnrolledClients(),
        reply.getSubscribers(),
        reply.hasOpenRound()
            ? OptionalLong.of(reply.getOpenRound().getNumber())
            : OptionalLong.empty(),
        reply.getAnswers(),
        reply.getSpoolBytes());
  }

  /** Enrols so many clients and hands over their tokens as they come. */
  public void enrol(long clients, Consumer<List<byte[]>> tokens) {
    Iterator<EnrolReply> replies =
        stub.withDeadlineAfter(ENROL_MINUTES, TimeUnit.MINUTES)
            .enrol(EnrolRequest.newBuilder().setClients(clients).build());
    while (explained(replies::hasNext)) {
      tokens.accept(
          explained(replies::next).getTokensList().stream().map(ByteString::toByteArray).toList());
    }
  }

  /** Revokes clients by number; tells how many were enrolled until now. */
  public long revoke(List<Long> clients) {
    RevokeRequest request = RevokeRequest.newBuilder().addAllClients(clients).build();
    return explained(
        () -> stub.withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS).revoke(request).getRevoked());
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

  private <T> T explained(Supplier<T> call) {
    try {
      return call.get();
    } catch (StatusRuntimeException e) {
      throw failure(e.getStatus());
    }
  }

  private CommandFailure failure(Status status) {
    boolean refused = Refusal.of(status).map(reason -> !reason.isTransient()).orElse(false);
    if (refused) {
      return new CommandFailure(
          ExitCode.FAILED, "the shuffler at " + address + " refuses: " + status.getDescription());
    }
    return new CommandFailure(
        ExitCode.UNAVAILABLE,
        "the shuffler at %s cannot be asked (%s%s): check its address, its operator port and the certificate"
            .formatted(address, status.getCode(), detail(status)));
  }

  /** The transport's own words, which say more than its code where a handshake fails. */
  private static String detail(Status status) {
    Throwable cause = status.getCause();
    String words = cause == null ? status.getDescription() : cause.getMessage();
    return words == null ? "" : ", " + words;
  }
}
