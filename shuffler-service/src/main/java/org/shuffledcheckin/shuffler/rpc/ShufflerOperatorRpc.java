package org.shuffledcheckin.shuffler.rpc;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.proto.v1.EnrolReply;
import org.shuffledcheckin.proto.v1.EnrolRequest;
import org.shuffledcheckin.proto.v1.GetShufflerReply;
import org.shuffledcheckin.proto.v1.GetShufflerRequest;
import org.shuffledcheckin.proto.v1.RevokeReply;
import org.shuffledcheckin.proto.v1.RevokeRequest;
import org.shuffledcheckin.proto.v1.ShufflerOperatorGrpc;
import org.shuffledcheckin.shuffler.core.Shuffler;
import org.shuffledcheckin.shuffler.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the shuffler's operator calls: counts, enrolment, revocation. */
public final class ShufflerOperatorRpc extends ShufflerOperatorGrpc.ShufflerOperatorImplBase {
  private static final Logger LOG = LoggerFactory.getLogger(ShufflerOperatorRpc.class);

  private final Shuffler shuffler;
  private final Subscribers subscribers;

  /** Serves the operator. */
  public ShufflerOperatorRpc(Shuffler shuffler, Subscribers subscribers) {
    this.shuffler = shuffler;
    this.subscribers = subscribers;
  }

  @Override
  public void getShuffler(GetShufflerRequest request, StreamObserver<GetShufflerReply> reply) {
    GetShufflerReply.Builder message =
        GetShufflerReply.newBuilder()
            .setEnrolledClients(shuffler.clients().activeCount())
            .setSubscribers(subscribers.subscriptions())
            .setSpoolBytes(shuffler.spoolBytes());
    shuffler.open().stream()
        .findFirst()
        .ifPresent(
            round -> message.setOpenRound(Wire.round(round.id())).setAnswers(round.answers()));
    Replies.send(reply, message.build());
  }

  @Override
  public void enrol(EnrolRequest request, StreamObserver<EnrolReply> reply) {
    long clients = request.getClients();
    Replies.validated(() -> requireBetween("clients", clients, 1, WireLimits.ENROLLED_AT_ONCE));
    ServerCallStreamObserver<EnrolReply> call = (ServerCallStreamObserver<EnrolReply>) reply;
    Tokens tokens = new Tokens(clients);
    FlowControlledSender<EnrolReply> sender = new FlowControlledSender<>(call);
    call.setOnCancelHandler(tokens::takeBack);
    sender.start(tokens);
  }

  @Override
  public void revoke(RevokeRequest request, StreamObserver<RevokeReply> reply) {
    Replies.validated(
        () ->
            requireBetween(
                "clients", request.getClientsCount(), 1, WireLimits.CLIENTS_PER_MESSAGE));
    try {
      int revoked = shuffler.clients().revoke(request.getClientsList());
      Replies.send(reply, RevokeReply.newBuilder().setRevoked(revoked).build());
    } catch (StoreException e) {
      Replies.fail(reply, e);
    }
  }

  /**
   * Enrols as the operator takes the tokens, so that none wait in memory. A call that breaks leaves
   * nobody enrolled: which tokens arrived cannot be known, and clients without a token would be
   * waited for in every round.
   */
  private final class Tokens implements Supplier<Optional<EnrolReply>> {
    private final List<Long> issued = new ArrayList<>();
    private boolean broken;
    private long left;

    Tokens(long clients) {
      left = clients;
    }

    synchronized void takeBack() {
      broken = true;
      try {
        int revoked = issued.isEmpty() ? 0 : shuffler.clients().revoke(issued);
        LOG.atWarn()
            .addKeyValue("revoked", revoked)
            .log("an enrolment broke off; whom it had enrolled is revoked, run it again");
      } catch (StoreException e) {
        LOG.atWarn().log("an enrolment broke off, and whom it had enrolled could not be revoked");
      }
    }

    @Override
    public synchronized Optional<EnrolReply> get() {
      if (left == 0 || broken) {
        return Optional.empty();
      }
      int count = (int) Math.min(left, WireLimits.CLIENTS_PER_MESSAGE);
      EnrolReply.Builder message = EnrolReply.newBuilder();
      for (byte[] token : shuffler.clients().enrol(count)) {
        issued.add(ByteBuffer.wrap(token).getLong());
        message.addTokens(Wire.handOver(token));
      }
      left -= count;
      return Optional.of(message.build());
    }
  }
}
