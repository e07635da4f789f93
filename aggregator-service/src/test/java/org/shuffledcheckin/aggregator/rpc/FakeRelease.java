package org.shuffledcheckin.aggregator.rpc;

import com.google.protobuf.ByteString;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayOutputStream;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.aggregator.round.ShufflerLink;
import org.shuffledcheckin.aggregator.round.ShufflerRefusal;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.rpc.RoundWire;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.proto.v1.BatchOutcome;
import org.shuffledcheckin.proto.v1.BatchPart;
import org.shuffledcheckin.proto.v1.ExtendLedgerReply;
import org.shuffledcheckin.proto.v1.ExtendLedgerRequest;
import org.shuffledcheckin.proto.v1.FinishRoundReply;
import org.shuffledcheckin.proto.v1.FinishRoundRequest;
import org.shuffledcheckin.proto.v1.GetWitnessReply;
import org.shuffledcheckin.proto.v1.GetWitnessRequest;
import org.shuffledcheckin.proto.v1.OpenRoundHeader;
import org.shuffledcheckin.proto.v1.OpenRoundReply;
import org.shuffledcheckin.proto.v1.OpenRoundRequest;
import org.shuffledcheckin.proto.v1.ReceiveBatchRequest;
import org.shuffledcheckin.proto.v1.ReceiveSumRequest;
import org.shuffledcheckin.proto.v1.ReleaseGrpc;
import org.shuffledcheckin.proto.v1.ReportBlock;
import org.shuffledcheckin.proto.v1.SumOutcome;
import org.shuffledcheckin.proto.v1.SumPart;

/** Serves a shuffler's side of the contract over gRPC. */
public final class FakeRelease extends ReleaseGrpc.ReleaseImplBase {
  private final ShufflerLink shuffler;

  /** Serves the given side. */
  public FakeRelease(ShufflerLink shuffler) {
    this.shuffler = shuffler;
  }

  @Override
  public void getWitness(GetWitnessRequest request, StreamObserver<GetWitnessReply> reply) {
    ShufflerLink.Witness witness = shuffler.witness(RoundId.Run.of(request.getRun().toByteArray()));
    GetWitnessReply.Builder wire =
        GetWitnessReply.newBuilder()
            .setEnrolledClients(witness.enrolledClients())
            .setLargestDeliveryBytes(witness.largestDelivery());
    witness.ledger().ifPresent(head -> wire.setWitnessed(RoundWire.toWire(head)));
    witness.unfinished().ifPresent(round -> wire.setUnfinishedRound(RoundWire.toWire(round)));
    reply.onNext(wire.build());
    reply.onCompleted();
  }

  @Override
  public StreamObserver<OpenRoundRequest> openRound(StreamObserver<OpenRoundReply> reply) {
    return new StreamObserver<>() {
      private OpenRoundHeader header;
      private final ByteArrayOutputStream model = new ByteArrayOutputStream();

      @Override
      public void onNext(OpenRoundRequest part) {
        if (part.hasHeader()) {
          header = part.getHeader();
        } else {
          if (part.getModel().getOffset() != model.size()) {
            throw new AssertionError("a gap in the model");
          }
          model.writeBytes(part.getModel().getData().toByteArray());
        }
      }

      @Override
      public void onError(Throwable failure) {}

      @Override
      public void onCompleted() {
        answer(
            reply,
            () -> {
              open(header, model.toByteArray());
              return OpenRoundReply.getDefaultInstance();
            });
      }
    };
  }

  @Override
  public void extendLedger(ExtendLedgerRequest request, StreamObserver<ExtendLedgerReply> reply) {
    answer(
        reply,
        () -> {
          List<Link> links = RoundWire.fromWire(request.getLinksList());
          shuffler.extend(
              RoundId.Run.of(request.getRun().toByteArray()),
              links,
              head(links, request.getHead()));
          return ExtendLedgerReply.getDefaultInstance();
        });
  }

  private static Head head(List<Link> links, ByteString hash) {
    return new Head(links.get(links.size() - 1).sequence(), Digest.of(hash.toByteArray()));
  }

  private void open(OpenRoundHeader header, byte[] model) {
    shuffler.open(
        RoundWire.fromWire(header.getRound()), RoundWire.fromWire(header.getLinksList()), model);
  }

  @Override
  public void receiveBatch(ReceiveBatchRequest request, StreamObserver<BatchPart> reply) {
    RoundId id = RoundWire.fromWire(request.getId());
    try (ShufflerLink.Batch batch = shuffler.receive(id)) {
      reply.onNext(
          BatchPart.newBuilder()
              .setOutcome(
                  BatchOutcome.newBuilder()
                      .setDisposition(
                          BatchOutcome.Disposition.valueOf(
                              "DISPOSITION_" + batch.disposition().name()))
                      .setReports(batch.reports())
                      .setMissing(batch.missing()))
              .build());
      for (Optional<List<byte[]>> block = batch.next(); block.isPresent(); block = batch.next()) {
        ReportBlock.Builder wire = ReportBlock.newBuilder();
        block.get().forEach(report -> wire.addSealedReports(ByteString.copyFrom(report)));
        reply.onNext(BatchPart.newBuilder().setBlock(wire).build());
      }
      reply.onCompleted();
    } catch (ShufflerRefusal e) {
      reply.onError(refusal(e).status(e.getMessage()).asException());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void receiveSum(ReceiveSumRequest request, StreamObserver<SumPart> reply) {
    RoundId id = RoundWire.fromWire(request.getId());
    byte[] bits = request.getKept().toByteArray();
    try (ShufflerLink.Batch batch = shuffler.receive(id)) {
      ShufflerLink.Sum sum = shuffler.sum(id, BitSet.valueOf(bits), batch.reports());
      reply.onNext(
          SumPart.newBuilder()
              .setOutcome(
                  SumOutcome.newBuilder()
                      .setDisposition(
                          BatchOutcome.Disposition.valueOf(
                              "DISPOSITION_" + sum.disposition().name()))
                      .setKept(sum.kept()))
              .build());
      for (int from = 0; from < sum.words().length; from += 5) {
        int length = Math.min(5, sum.words().length - from);
        reply.onNext(
            SumPart.newBuilder().setWords(ByteString.copyFrom(sum.words(), from, length)).build());
      }
      reply.onCompleted();
    } catch (ShufflerRefusal e) {
      reply.onError(refusal(e).status(e.getMessage()).asException());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void finishRound(FinishRoundRequest request, StreamObserver<FinishRoundReply> reply) {
    answer(
        reply,
        () -> {
          shuffler.finish(RoundWire.fromWire(request.getId()));
          return FinishRoundReply.getDefaultInstance();
        });
  }

  private interface Call<T> {
    T get();
  }

  private static <T> void answer(StreamObserver<T> reply, Call<T> call) {
    try {
      reply.onNext(call.get());
      reply.onCompleted();
    } catch (ShufflerRefusal e) {
      reply.onError(refusal(e).status(e.getMessage()).asException());
    }
  }

  private static Refusal refusal(ShufflerRefusal e) {
    return switch (e.reason()) {
      case LEDGER_ROLLED_BACK -> Refusal.LEDGER_ROLLED_BACK;
      case ROUND_CONFLICT -> Refusal.ROUND_EXISTS;
      case ROUND_UNKNOWN -> Refusal.ROUND_UNKNOWN;
      case ROUND_UNFINISHED -> Refusal.ROUND_UNFINISHED;
      case DELIVERIES_TOO_LARGE -> Refusal.DELIVERIES_TOO_LARGE;
      case SIGNATURE_INVALID -> Refusal.SIGNATURE_INVALID;
      case VERDICT_GIVEN -> Refusal.VERDICT_GIVEN;
    };
  }
}
