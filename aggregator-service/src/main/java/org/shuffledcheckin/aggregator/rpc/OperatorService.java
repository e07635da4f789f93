package org.shuffledcheckin.aggregator.rpc;

import com.google.protobuf.ByteString;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Supplier;
import org.shuffledcheckin.aggregator.round.RoundCoordinator;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.aggregator.store.RunCommand;
import org.shuffledcheckin.aggregator.store.RunHistory;
import org.shuffledcheckin.aggregator.store.StoreTakenOver;
import org.shuffledcheckin.aggregator.store.StoreUnavailable;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;
import org.shuffledcheckin.proto.v1.AggregatorOperatorGrpc;
import org.shuffledcheckin.proto.v1.ControlRunReply;
import org.shuffledcheckin.proto.v1.ControlRunRequest;
import org.shuffledcheckin.proto.v1.GetRunReply;
import org.shuffledcheckin.proto.v1.GetRunRequest;
import org.shuffledcheckin.proto.v1.LedgerEntry;
import org.shuffledcheckin.proto.v1.ReadLedgerRequest;

/** Serves operators; the only calls the aggregator serves. */
public final class OperatorService extends AggregatorOperatorGrpc.AggregatorOperatorImplBase {
  /** The calls that need the operator's token. */
  public static final String GUARDED = "ControlRun";

  private static final int PAGE = 256;

  private final Supplier<RunStatus> status;
  private final RunHistory history;
  private final RoundCoordinator coordinator;

  /** Serves one run. */
  public OperatorService(
      Supplier<RunStatus> status, RunHistory history, RoundCoordinator coordinator) {
    this.status = status;
    this.history = history;
    this.coordinator = coordinator;
  }

  @Override
  public void getRun(GetRunRequest request, StreamObserver<GetRunReply> reply) {
    reply.onNext(RunWire.write(status.get()));
    reply.onCompleted();
  }

  @Override
  public void controlRun(ControlRunRequest request, StreamObserver<ControlRunReply> reply) {
    RunCommand command =
        switch (request.getAction()) {
          case ACTION_PAUSE -> RunCommand.PAUSE;
          case ACTION_RESUME -> RunCommand.TRAIN;
          case ACTION_END -> RunCommand.END;
          case ACTION_UNSPECIFIED, UNRECOGNIZED ->
              throw new RefusedException(Refusal.MALFORMED, "action must be PAUSE, RESUME or END");
        };
    try {
      if (!coordinator.control(command)) {
        throw new RefusedException(Refusal.NOT_AUTHORISED, "the run was ended, which is for good");
      }
    } catch (StoreUnavailable | StoreTakenOver e) {
      throw new RefusedException(Refusal.STORE_UNAVAILABLE, e.getMessage());
    }
    reply.onNext(ControlRunReply.getDefaultInstance());
    reply.onCompleted();
  }

  @Override
  public void readLedger(ReadLedgerRequest request, StreamObserver<LedgerEntry> reply) {
    if (request.getAfterSequence() < 0) {
      throw new RefusedException(Refusal.MALFORMED, "after_sequence must be below 2^63");
    }
    LedgerReader reader =
        new LedgerReader(request.getAfterSequence(), (ServerCallStreamObserver<LedgerEntry>) reply);
    reader.send();
  }

  /** Sends a ledger page by page, only as fast as it is read. */
  private final class LedgerReader {
    private final ServerCallStreamObserver<LedgerEntry> reply;
    private final Queue<LedgerEntry> page = new ArrayDeque<>();
    private long sent;
    private boolean ended;

    LedgerReader(long after, ServerCallStreamObserver<LedgerEntry> reply) {
      this.sent = after;
      this.reply = reply;
      reply.setOnReadyHandler(this::send);
    }

    synchronized void send() {
      while (!ended && reply.isReady()) {
        if (page.isEmpty()) {
          page.addAll(read());
        }
        if (page.isEmpty()) {
          ended = true;
          reply.onCompleted();
        } else {
          LedgerEntry entry = page.remove();
          sent = entry.getSequence();
          reply.onNext(entry);
        }
      }
    }

    private List<LedgerEntry> read() {
      try {
        return history.ledgerAfter(sent, PAGE).stream().map(OperatorService::toWire).toList();
      } catch (StoreUnavailable e) {
        throw new RefusedException(Refusal.STORE_UNAVAILABLE, e.getMessage());
      }
    }
  }

  private static LedgerEntry toWire(org.shuffledcheckin.aggregator.ledger.LedgerEntry entry) {
    return LedgerEntry.newBuilder()
        .setSequence(entry.sequence())
        .setEntry(ByteString.copyFrom(entry.toBytes()))
        .setHead(ByteString.copyFrom(entry.head().hash().toBytes()))
        .build();
  }
}
