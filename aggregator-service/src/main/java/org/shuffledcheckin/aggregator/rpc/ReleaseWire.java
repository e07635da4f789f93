package org.shuffledcheckin.aggregator.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.grpc.Status;
import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.aggregator.round.ShufflerLink;
import org.shuffledcheckin.aggregator.round.ShufflerRefusal;
import org.shuffledcheckin.aggregator.round.ShufflerRefusal.Reason;
import org.shuffledcheckin.aggregator.round.ShufflerUnavailable;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.server.GrpcChannels;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.proto.v1.BatchOutcome;
import org.shuffledcheckin.proto.v1.ExtendLedgerRequest;
import org.shuffledcheckin.proto.v1.GetWitnessReply;
import org.shuffledcheckin.proto.v1.LedgerHead;
import org.shuffledcheckin.proto.v1.LedgerLink;
import org.shuffledcheckin.proto.v1.ModelChunk;
import org.shuffledcheckin.proto.v1.OpenRoundHeader;
import org.shuffledcheckin.proto.v1.OpenRoundRequest;

/** Maps between the {@code Release} service's messages and the aggregator's own values. */
final class ReleaseWire {
  private ReleaseWire() {}

  static ByteString bytes(RoundId.Run run) {
    return ByteString.copyFrom(run.toBytes());
  }

  static org.shuffledcheckin.proto.v1.RoundId id(RoundId round) {
    return org.shuffledcheckin.proto.v1.RoundId.newBuilder()
        .setRun(bytes(round.run()))
        .setNumber(round.number())
        .build();
  }

  static OpenRoundRequest header(Announcement round, List<Link> links, Head head) {
    return OpenRoundRequest.newBuilder()
        .setHeader(
            OpenRoundHeader.newBuilder()
                .setParameters(ByteString.copyFrom(round.toBytes()))
                .setHead(ByteString.copyFrom(head.hash().toBytes()))
                .addAllLinks(toWire(links)))
        .build();
  }

  static ExtendLedgerRequest extension(RoundId.Run run, List<Link> links, Head head) {
    return ExtendLedgerRequest.newBuilder()
        .setRun(bytes(run))
        .addAllLinks(toWire(links))
        .setHead(ByteString.copyFrom(head.hash().toBytes()))
        .build();
  }

  private static List<LedgerLink> toWire(List<Link> links) {
    return links.stream()
        .map(
            link ->
                LedgerLink.newBuilder()
                    .setSequence(link.sequence())
                    .setEntrySha256(ByteString.copyFrom(link.entry().toBytes()))
                    .build())
        .toList();
  }

  /** The piece of a model that begins at an offset below its length. */
  static OpenRoundRequest chunk(byte[] model, int offset) {
    int length = Math.min(WireLimits.MODEL_CHUNK_BYTES, model.length - offset);
    return OpenRoundRequest.newBuilder()
        .setModel(
            ModelChunk.newBuilder()
                .setOffset(offset)
                .setData(UnsafeByteOperations.unsafeWrap(model, offset, length)))
        .build();
  }

  static ShufflerLink.Witness witness(GetWitnessReply reply, RoundId.Run run) {
    try {
      return new ShufflerLink.Witness(
          reply.hasWitnessed() ? Optional.of(head(reply.getWitnessed())) : Optional.empty(),
          Math.max(0, reply.getEnrolledClients()),
          reply.hasUnfinishedRound()
              ? Optional.of(new RoundId(run, reply.getUnfinishedRound().getNumber()))
              : Optional.empty(),
          reply.getLargestAnswerBytes() > 0
              ? reply.getLargestAnswerBytes()
              : WireLimits.MESSAGE_BYTES);
    } catch (IllegalArgumentException e) {
      throw new ShufflerUnavailable("The shuffler's witness is not a valid message.", e);
    }
  }

  private static Head head(LedgerHead wire) {
    return new Head(wire.getSequence(), Digest.of(wire.getHead().toByteArray()));
  }

  static ShufflerLink.Disposition disposition(BatchOutcome outcome) {
    return switch (outcome.getDisposition()) {
      case DISPOSITION_RELEASED -> ShufflerLink.Disposition.RELEASED;
      case DISPOSITION_TOO_FEW_ANSWERS -> ShufflerLink.Disposition.TOO_FEW_ANSWERS;
      case DISPOSITION_BATCH_TOO_SMALL -> ShufflerLink.Disposition.BATCH_TOO_SMALL;
      case DISPOSITION_ABANDONED -> ShufflerLink.Disposition.ABANDONED;
      case DISPOSITION_UNSPECIFIED, UNRECOGNIZED ->
          throw new ShufflerUnavailable("The shuffler's outcome is of a kind not known here.");
    };
  }

  /** What a failed call means here; the one place where the shuffler's statuses are read. */
  static RuntimeException failure(Status status) {
    Optional<Reason> reason = Refusal.of(status).flatMap(ReleaseWire::reason);
    if (reason.isPresent()) {
      return new ShufflerRefusal(reason.get(), status.getDescription());
    }
    return new ShufflerUnavailable(
        "The shuffler does not answer ("
            + status.getCode()
            + GrpcChannels.reason(status, ": ")
            + "); trying again.",
        status.asException());
  }

  private static Optional<Reason> reason(Refusal refusal) {
    return switch (refusal) {
      case LEDGER_ROLLED_BACK -> Optional.of(Reason.LEDGER_ROLLED_BACK);
      case ROUND_EXISTS, ROUND_OUT_OF_ORDER -> Optional.of(Reason.ROUND_CONFLICT);
      case ROUND_UNKNOWN -> Optional.of(Reason.ROUND_UNKNOWN);
      case ROUND_UNFINISHED -> Optional.of(Reason.ROUND_UNFINISHED);
      case ANSWERS_TOO_LARGE -> Optional.of(Reason.ANSWERS_TOO_LARGE);
      default -> Optional.empty();
    };
  }
}
