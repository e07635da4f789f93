package org.shuffledcheckin.shuffler.rpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;
import org.shuffledcheckin.proto.v1.EnrolReply;
import org.shuffledcheckin.proto.v1.EnrolRequest;
import org.shuffledcheckin.proto.v1.GetShufflerReply;
import org.shuffledcheckin.proto.v1.GetShufflerRequest;
import org.shuffledcheckin.proto.v1.RevokeReply;
import org.shuffledcheckin.proto.v1.RevokeRequest;
import org.shuffledcheckin.proto.v1.ShufflerOperatorGrpc;
import org.shuffledcheckin.shuffler.core.Shuffler;
import org.shuffledcheckin.shuffler.enrolment.ClientRegistry;
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
            .setEnrolledClients(shuffler.registry().activeCount())
            .setSubscribers(subscribers.subscriptions())
            .setSpoolBytes(shuffler.spoolBytes());
    shuffler.open().stream()
        .findFirst()
        .ifPresent(
            round -> message.setOpenRound(Wire.round(round.id())).setAnswers(round.answers()));
    reply.onNext(message.build());
    reply.onCompleted();
  }

  @Override
  public void enrol(EnrolRequest request, StreamObserver<EnrolReply> reply) {
    long clients = request.getClients();
    if (clients < 1 || clients > WireLimits.ENROLLED_AT_ONCE) {
      throw new RefusedException(
          Refusal.MALFORMED,
          "clients must be in [1, " + WireLimits.ENROLLED_AT_ONCE + "] but are " + clients);
    }
    ServerCallStreamObserver<EnrolReply> call = (ServerCallStreamObserver<EnrolReply>) reply;
    Tokens tokens = new Tokens(clients);
    FlowControlledSender<EnrolReply> pump = new FlowControlledSender<>(call);
    call.setOnCancelHandler(tokens::takeBack);
    pump.start(tokens);
  }

  @Override
  public void revoke(RevokeRequest request, StreamObserver<RevokeReply> reply) {
    if (request.getClientsCount() < 1
        || request.getClientsCount() > WireLimits.CLIENTS_PER_MESSAGE) {
      throw new RefusedException(
          Refusal.MALFORMED,
          "clients must be 1 to "
              + WireLimits.CLIENTS_PER_MESSAGE
              + " but are "
              + request.getClientsCount());
    }
    try {
      int revoked = shuffler.registry().revoke(request.getClientsList());
      reply.onNext(RevokeReply.newBuilder().setRevoked(revoked).build());
      reply.onCompleted();
    } catch (StoreException e) {
      Failures.report(reply, e);
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
        int revoked = issued.isEmpty() ? 0 : shuffler.registry().revoke(issued);
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
      int count = (int) Math.min(left, ClientRegistry.MAX_ENROL);
      EnrolReply.Builder message = EnrolReply.newBuilder();
      for (byte[] token : shuffler.registry().enrol(count)) {
        issued.add(ByteBuffer.wrap(token).getLong());
        message.addTokens(Wire.handOver(token));
      }
      left -= count;
      return Optional.of(message.build());
    }
  }
}
