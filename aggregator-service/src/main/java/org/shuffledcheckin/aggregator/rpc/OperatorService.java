package org.shuffledcheckin.aggregator.rpc;

import com.google.protobuf.ByteString;
import io.grpc.stub.StreamObserver;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Supplier;
import org.shuffledcheckin.aggregator.orders.RunOrders;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.aggregator.store.RunCommand;
import org.shuffledcheckin.aggregator.store.RunHistory;
import org.shuffledcheckin.aggregator.store.StoreTakenOver;
import org.shuffledcheckin.aggregator.store.StoreUnavailable;
import org.shuffledcheckin.kit.journal.OperatorJournal;
import org.shuffledcheckin.kit.server.Caller;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;
import org.shuffledcheckin.proto.v1.AggregatorOperatorGrpc;
import org.shuffledcheckin.proto.v1.ControlRunReply;
import org.shuffledcheckin.proto.v1.ControlRunRequest;
import org.shuffledcheckin.proto.v1.GetRunReply;
import org.shuffledcheckin.proto.v1.GetRunRequest;
import org.shuffledcheckin.proto.v1.JournalEntry;
import org.shuffledcheckin.proto.v1.LedgerEntry;
import org.shuffledcheckin.proto.v1.ReadJournalRequest;
import org.shuffledcheckin.proto.v1.ReadLedgerRequest;

/** Serves operators; the only calls the aggregator serves. */
public final class OperatorService extends AggregatorOperatorGrpc.AggregatorOperatorImplBase {
  /** The calls that need the operator's token. */
  public static final String GUARDED = "ControlRun";

  private static final int PAGE = 256;

  private final Supplier<RunStatus> status;
  private final RunHistory history;
  private final RunOrders orders;
  private final OperatorJournal journal;

  /** Serves one run. */
  public OperatorService(
      Supplier<RunStatus> status, RunHistory history, RunOrders orders, OperatorJournal journal) {
    this.status = status;
    this.history = history;
    this.orders = orders;
    this.journal = journal;
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
      if (!orders.give(Caller.current(), command)) {
        throw new RefusedException(Refusal.NOT_AUTHORISED, "the run was ended, which is for good");
      }
    } catch (StoreUnavailable | StoreTakenOver e) {
      throw new RefusedException(Refusal.STORE_UNAVAILABLE, e.getMessage());
    } catch (UncheckedIOException e) {
      throw new RefusedException(
          Refusal.STORE_UNAVAILABLE, "the operators' journal cannot be written");
    }
    reply.onNext(ControlRunReply.getDefaultInstance());
    reply.onCompleted();
  }

  @Override
  public void readLedger(ReadLedgerRequest request, StreamObserver<LedgerEntry> reply) {
    new PagedReply<>(
            sequence(request.getAfterSequence()), LedgerEntry::getSequence, this::ledgerAfter)
        .sendTo(reply);
  }

  @Override
  public void readJournal(ReadJournalRequest request, StreamObserver<JournalEntry> reply) {
    new PagedReply<>(
            sequence(request.getAfterSequence()), JournalEntry::getSequence, this::journalAfter)
        .sendTo(reply);
  }

  private static long sequence(long asked) {
    if (asked < 0) {
      throw new RefusedException(Refusal.MALFORMED, "after_sequence must be below 2^63");
    }
    return asked;
  }

  private List<LedgerEntry> ledgerAfter(long sequence) {
    try {
      return history.ledgerAfter(sequence, PAGE).stream().map(OperatorService::toWire).toList();
    } catch (StoreUnavailable e) {
      throw new RefusedException(Refusal.STORE_UNAVAILABLE, e.getMessage());
    }
  }

  private List<JournalEntry> journalAfter(long sequence) {
    return journal.after(sequence, PAGE).stream().map(OperatorService::toWire).toList();
  }

  private static JournalEntry toWire(org.shuffledcheckin.kit.journal.JournalEntry entry) {
    return JournalEntry.newBuilder()
        .setSequence(entry.sequence())
        .setEntry(ByteString.copyFromUtf8(entry.text()))
        .setHead(ByteString.copyFrom(entry.head().toBytes()))
        .build();
  }

  private static LedgerEntry toWire(org.shuffledcheckin.aggregator.ledger.LedgerEntry entry) {
    return LedgerEntry.newBuilder()
        .setSequence(entry.sequence())
        .setEntry(ByteString.copyFrom(entry.toBytes()))
        .setHead(ByteString.copyFrom(entry.head().hash().toBytes()))
        .build();
  }
}
