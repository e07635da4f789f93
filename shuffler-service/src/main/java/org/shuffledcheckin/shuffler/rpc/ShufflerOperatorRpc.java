package org.shuffledcheckin.shuffler.rpc;

import static org.shuffledcheckin.accountant.Arguments.requireAtLeast;
import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.shuffledcheckin.kit.journal.Action;
import org.shuffledcheckin.kit.journal.Operator;
import org.shuffledcheckin.kit.journal.OperatorJournal;
import org.shuffledcheckin.kit.journal.Order;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.rpc.RoundWire;
import org.shuffledcheckin.kit.server.Caller;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;
import org.shuffledcheckin.proto.v1.EnrolReply;
import org.shuffledcheckin.proto.v1.EnrolRequest;
import org.shuffledcheckin.proto.v1.GetShufflerReply;
import org.shuffledcheckin.proto.v1.GetShufflerRequest;
import org.shuffledcheckin.proto.v1.JournalEntry;
import org.shuffledcheckin.proto.v1.ReadJournalRequest;
import org.shuffledcheckin.proto.v1.RevokeReply;
import org.shuffledcheckin.proto.v1.RevokeRequest;
import org.shuffledcheckin.proto.v1.ShufflerOperatorGrpc;
import org.shuffledcheckin.shuffler.core.Shuffler;
import org.shuffledcheckin.shuffler.round.ClosedRound;
import org.shuffledcheckin.shuffler.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the shuffler's operator calls: counts, enrolment, revocation. */
public final class ShufflerOperatorRpc extends ShufflerOperatorGrpc.ShufflerOperatorImplBase {
  private static final Logger LOG = LoggerFactory.getLogger(ShufflerOperatorRpc.class);

  private final Shuffler shuffler;
  private final Subscribers subscribers;
  private final OperatorJournal journal;

  /** Serves the operator; every order is in the journal before it is carried out. */
  public ShufflerOperatorRpc(Shuffler shuffler, Subscribers subscribers, OperatorJournal journal) {
    this.shuffler = shuffler;
    this.subscribers = subscribers;
    this.journal = journal;
  }

  @Override
  public void getShuffler(GetShufflerRequest request, StreamObserver<GetShufflerReply> reply) {
    GetShufflerReply.Builder message =
        GetShufflerReply.newBuilder()
            .setEnrolledClients(shuffler.clients().activeCount())
            .setSubscribers(subscribers.subscriptions());
    shuffler.open().stream()
        .findFirst()
        .ifPresent(round -> message.setOpenRound(RoundWire.toWire(round.id())));
    shuffler.lastClosed().ifPresent(round -> message.setLastClosed(closed(round)));
    Replies.send(reply, message.build());
  }

  private static org.shuffledcheckin.proto.v1.ClosedRound closed(ClosedRound round) {
    return org.shuffledcheckin.proto.v1.ClosedRound.newBuilder()
        .setId(RoundWire.toWire(round.id()))
        .setDisposition(round.state().name().toLowerCase(Locale.ROOT))
        .setPledges(round.tally().pledges())
        .setReports(round.tally().reports())
        .setMissing(round.tally().missing())
        .build();
  }

  @Override
  public void enrol(EnrolRequest request, StreamObserver<EnrolReply> reply) {
    long clients = request.getClients();
    Replies.validated(() -> requireBetween("clients", clients, 1, WireLimits.ENROLLED_AT_ONCE));
    ServerCallStreamObserver<EnrolReply> call = (ServerCallStreamObserver<EnrolReply>) reply;
    Operator who = Caller.current();
    long entry = write(who, Order.about(Action.ENROL, clients));
    Tokens tokens = new Tokens(clients, () -> write(who, Order.notDone(entry)));
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
    Operator who = Caller.current();
    long entry = write(who, Order.about(Action.REVOKE, request.getClientsCount()));
    try {
      int revoked = shuffler.clients().revoke(request.getClientsList());
      Replies.send(reply, RevokeReply.newBuilder().setRevoked(revoked).build());
    } catch (StoreException e) {
      write(who, Order.notDone(entry));
      Replies.fail(reply, e);
    }
  }

  @Override
  public void readJournal(ReadJournalRequest request, StreamObserver<JournalEntry> reply) {
    long after = request.getAfterSequence();
    Replies.validated(() -> requireAtLeast("after_sequence", after, 0));
    new FlowControlledSender<>((ServerCallStreamObserver<JournalEntry>) reply)
        .start(new JournalPages(journal, after));
  }

  private long write(Operator who, Order order) {
    try {
      return journal.append(who, order);
    } catch (UncheckedIOException e) {
      throw new RefusedException(
          Refusal.STORE_UNAVAILABLE, "the operators' journal cannot be written");
    }
  }

  /**
   * Enrols as the operator takes the tokens, so that none wait in memory. A call that breaks leaves
   * nobody enrolled: which tokens arrived cannot be known, and clients without a token would be
   * waited for in every round.
   */
  private final class Tokens implements Supplier<Optional<EnrolReply>> {
    private final List<Long> issued = new ArrayList<>();
    private final Runnable writeDown;
    private boolean broken;
    private long left;

    Tokens(long clients, Runnable writeDown) {
      left = clients;
      this.writeDown = writeDown;
    }

    synchronized void takeBack() {
      broken = true;
      try {
        int revoked = issued.isEmpty() ? 0 : shuffler.clients().revoke(issued);
        LOG.atWarn()
            .addKeyValue("revoked", revoked)
            .log("an enrolment broke off; whom it had enrolled is revoked, run it again");
        writeDown.run();
      } catch (StoreException | RefusedException e) {
        LOG.atWarn()
            .addKeyValue("reason", e.getMessage())
            .log("an enrolment broke off, and that could not be dealt with");
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
