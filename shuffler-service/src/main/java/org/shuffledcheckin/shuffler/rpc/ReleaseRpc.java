package org.shuffledcheckin.shuffler.rpc;

import com.google.protobuf.UnsafeByteOperations;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.rpc.RoundWire;
import org.shuffledcheckin.proto.v1.BatchPart;
import org.shuffledcheckin.proto.v1.ExtendLedgerReply;
import org.shuffledcheckin.proto.v1.ExtendLedgerRequest;
import org.shuffledcheckin.proto.v1.FinishRoundReply;
import org.shuffledcheckin.proto.v1.FinishRoundRequest;
import org.shuffledcheckin.proto.v1.GetWitnessReply;
import org.shuffledcheckin.proto.v1.GetWitnessRequest;
import org.shuffledcheckin.proto.v1.OpenRoundReply;
import org.shuffledcheckin.proto.v1.OpenRoundRequest;
import org.shuffledcheckin.proto.v1.ReceiveBatchRequest;
import org.shuffledcheckin.proto.v1.ReceiveSumRequest;
import org.shuffledcheckin.proto.v1.ReleaseGrpc;
import org.shuffledcheckin.proto.v1.ReportBlock;
import org.shuffledcheckin.proto.v1.SumPart;
import org.shuffledcheckin.shuffler.core.Shuffler;
import org.shuffledcheckin.shuffler.release.BatchReader;
import org.shuffledcheckin.shuffler.release.ReleasedSum;
import org.shuffledcheckin.shuffler.round.ClosedRound;
import org.shuffledcheckin.shuffler.round.LedgerExtension;
import org.shuffledcheckin.shuffler.round.RoundState;
import org.shuffledcheckin.shuffler.round.Verdict;

/** What the aggregator calls. Nothing it is told depends on which client sent which report. */
public final class ReleaseRpc extends ReleaseGrpc.ReleaseImplBase {
  private final Shuffler shuffler;
  private final Executor replies;

  /**
   * Serves the aggregator.
   *
   * @param replies sends replies and begins batches, off the round thread
   */
  public ReleaseRpc(Shuffler shuffler, Executor replies) {
    this.shuffler = shuffler;
    this.replies = replies;
  }

  @Override
  public void getWitness(GetWitnessRequest request, StreamObserver<GetWitnessReply> reply) {
    RoundId.Run run = Replies.validated(() -> RoundWire.run(request.getRun()));
    GetWitnessReply.Builder message =
        GetWitnessReply.newBuilder()
            .setEnrolledClients(shuffler.clients().activeCount())
            .setLargestDeliveryBytes(shuffler.largestDelivery());
    shuffler
        .witnessed(run)
        .filter(head -> head.sequence() > 0)
        .ifPresent(head -> message.setWitnessed(RoundWire.toWire(head)));
    shuffler
        .unfinished(run)
        .ifPresent(round -> message.setUnfinishedRound(RoundWire.toWire(round.id())));
    Replies.send(reply, message.build());
  }

  @Override
  public void extendLedger(ExtendLedgerRequest request, StreamObserver<ExtendLedgerReply> reply) {
    LedgerExtension ledger = Replies.validated(() -> Wire.ledger(request));
    Replies.sendLater(
        reply,
        shuffler.extend(ledger),
        head -> ExtendLedgerReply.newBuilder().setWitnessed(RoundWire.toWire(head)).build(),
        replies);
  }

  @Override
  public StreamObserver<OpenRoundRequest> openRound(StreamObserver<OpenRoundReply> reply) {
    return new RoundUpload(shuffler, (ServerCallStreamObserver<OpenRoundReply>) reply);
  }

  @Override
  public void receiveBatch(ReceiveBatchRequest request, StreamObserver<BatchPart> parts) {
    RoundId id = Replies.validated(() -> RoundWire.fromWire(request.getId()));
    ServerCallStreamObserver<BatchPart> call = (ServerCallStreamObserver<BatchPart>) parts;
    FlowControlledSender<BatchPart> sender = new FlowControlledSender<>(call);
    CompletableFuture<ClosedRound> closed = shuffler.awaitClosed(id);
    call.setOnCancelHandler(() -> closed.cancel(false));
    closed
        .thenAcceptAsync(round -> sender.start(new Parts(round, shuffler.reader(round))), replies)
        .exceptionally(failure -> Replies.fail(call, failure));
  }

  @Override
  public void receiveSum(ReceiveSumRequest request, StreamObserver<SumPart> parts) {
    RoundId id = Replies.validated(() -> RoundWire.fromWire(request.getId()));
    Verdict verdict = Verdict.of(request.getKept().toByteArray());
    ServerCallStreamObserver<SumPart> call = (ServerCallStreamObserver<SumPart>) parts;
    FlowControlledSender<SumPart> sender = new FlowControlledSender<>(call);
    shuffler
        .sum(id, verdict, replies)
        .thenAcceptAsync(sum -> sender.start(new SumParts(sum)), replies)
        .exceptionally(failure -> Replies.fail(call, failure));
  }

  @Override
  public void finishRound(FinishRoundRequest request, StreamObserver<FinishRoundReply> reply) {
    RoundId id = Replies.validated(() -> RoundWire.fromWire(request.getId()));
    Replies.sendLater(
        reply, shuffler.finish(id), done -> FinishRoundReply.getDefaultInstance(), replies);
  }

  /** A batch as it travels: the outcome, then blocks of nothing but sealed bytes. */
  private static final class Parts implements Supplier<Optional<BatchPart>> {
    private final ClosedRound round;
    private final BatchReader reader;
    private boolean begun;

    Parts(ClosedRound round, BatchReader reader) {
      this.round = round;
      this.reader = reader;
    }

    @Override
    public Optional<BatchPart> get() {
      if (!begun) {
        begun = true;
        return Optional.of(outcome());
      }
      return round.state() == RoundState.RELEASED ? block() : Optional.empty();
    }

    private BatchPart outcome() {
      return BatchPart.newBuilder().setOutcome(Wire.outcome(round)).build();
    }

    private Optional<BatchPart> block() {
      List<byte[]> reports = reader.next();
      if (reports.isEmpty()) {
        return Optional.empty();
      }
      ReportBlock.Builder block = ReportBlock.newBuilder();
      reports.forEach(report -> block.addSealedReports(Wire.handOver(report)));
      return Optional.of(BatchPart.newBuilder().setBlock(block).build());
    }
  }

  /** A sum as it travels: the outcome, then its words in pieces. */
  private static final class SumParts implements Supplier<Optional<SumPart>> {
    private final ReleasedSum sum;
    private boolean begun;
    private int offset;

    SumParts(ReleasedSum sum) {
      this.sum = sum;
    }

    @Override
    public Optional<SumPart> get() {
      if (!begun) {
        begun = true;
        return Optional.of(SumPart.newBuilder().setOutcome(Wire.outcome(sum.round())).build());
      }
      int length = Math.min(WireLimits.MODEL_CHUNK_BYTES, sum.words().length - offset);
      if (length == 0) {
        return Optional.empty();
      }
      SumPart piece =
          SumPart.newBuilder()
              .setWords(UnsafeByteOperations.unsafeWrap(sum.words(), offset, length))
              .build();
      offset += length;
      return Optional.of(piece);
    }
  }
}
